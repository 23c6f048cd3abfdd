/** The elements that load our script tag. */
export function checkoutScripts(): HTMLScriptElement[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].filter(({ src }) =>
    /\bhpp-checkout\.js([?#]|$)/.test(src),
  );
}
