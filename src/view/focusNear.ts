/**
 * Gives the focus to the nearest place that stands, when what had it before the dialog has left the page, is hidden or disabled: the
 * browser would leave it on the body, and a keyboard would begin at the page's top.
 *
 * @param opener what had it. A page that has drawn it anew, as shops do with a cart, has given the new one its name.
 * @param around the nearest element with a name that it stood in: what opens it is there still.
 */
export function focusNear(opener: Element | null | undefined, around: Element | null | undefined): void {
  // A page may have put its own HTML of meanwhile in again, with our mark in it. Nothing is open any more.
  for (const copy of document.querySelectorAll('[data-hpp-checkout][aria-busy=true]'))
    copy.setAttribute('aria-busy', 'false');
  // Somebody else has taken it meanwhile.
  if (!document.activeElement?.matches('body')) return;
  if (opener?.matches(':disabled')) {
    whenEnabled(opener, () => focusNear(opener, around));
    return;
  }
  const id = JSON.stringify(around?.id ?? '');
  const openers = document.querySelectorAll(
    `[aria-controls=${id}],[href=${JSON.stringify(`#${around?.id}`)}]`,
  );
  for (const place of [
    opener,
    standIn(opener),
    ...openers,
    around,
    standIn(around),
    ...document.querySelectorAll('main,h1'),
  ]) {
    if (place && takesFocus(place as HTMLElement)) return;
  }
}

/** A shop may take its button's use away while it is paid, and gives it back once it has heard of the end. */
function whenEnabled(button: Element, then: () => void): void {
  const observer = new MutationObserver(() => {
    if (button.matches(':disabled')) return;
    observer.disconnect();
    then();
  });
  // Of itself, or of the fieldset that it stands in.
  observer.observe(button.getRootNode(), { subtree: true, attributeFilter: ['disabled'] });
}

/** What has the name of an element now. */
function standIn(element: Element | null | undefined): Element | null {
  return element?.id ? document.getElementById(element.id) : null;
}

function takesFocus(place: HTMLElement): boolean {
  const isFocused = () => place.matches(':focus');
  place.focus({ preventScroll: true });
  if (isFocused() || place.hasAttribute('tabindex')) return isFocused();
  // For as long as it has the focus: nothing of ours is left behind.
  place.setAttribute('tabindex', '-1');
  const forget = () => place.removeAttribute('tabindex');
  place.addEventListener('blur', forget, { once: true });
  place.focus({ preventScroll: true });
  if (!isFocused()) forget();
  return isFocused();
}
