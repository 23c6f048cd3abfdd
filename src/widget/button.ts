import type { Marked } from './autoMount.ts';

const css =
  ':host{all:unset!important}button{background:var(--hpp-accent,#0b5cd5);padding:12px 24px;cursor:pointer;color:var(--hpp-on-accent,#fff);border:1px solid #0000;font:600 medium var(--hpp-font,system-ui);border-radius:var(--hpp-radius,12px)}';

export const DEFAULT_LABEL = 'Pay';

/** Draws our Pay button into an element, out of reach of the shop's styles but for `::part(button)`, until `mounted` is aborted. */
export function createButton(target: Element, label: string, mounted: AbortSignal): HTMLElement {
  const host = document.createElement('span');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [new CSSStyleSheet()];
  (root.adoptedStyleSheets[0] as CSSStyleSheet).replaceSync(css);
  const button = document.createElement('button');
  (button.part as unknown as string) = 'button';
  button.textContent = label;
  // A slider or drawer around it that captures the pointer would get its click.
  button.onpointerdown = (event) => event.stopPropagation();
  root.append(button);
  target.append(host);
  // For whoever takes it away (`autoMount.ts`).
  (target as Marked).hppCheckout = host;
  mounted.onabort = () => host.remove();
  return button;
}
