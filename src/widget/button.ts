const css =
  'button{padding:12px 24px;border:1px solid #0000;border-radius:12px;background:var(--hpp-accent,#0b5cd5);color:var(--hpp-on-accent,#fff);font:600 medium var(--hpp-font,system-ui);cursor:pointer}';

export const DEFAULT_LABEL = 'Pay';

/** Draws our Pay button into an element, out of reach of the shop's styles but for `::part(button)`, until `mounted` is aborted. */
export function createButton(target: Element, label: string, mounted: AbortSignal): HTMLElement {
  const host = document.createElement('span');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const button = document.createElement('button');
  (button.part as unknown as string) = 'button';
  button.textContent = label;
  // A slider or drawer around it that captures the pointer would get its click.
  button.onpointerdown = (event) => event.stopPropagation();
  root.append(button);
  target.append(host);
  mounted.addEventListener('abort', () => host.remove());
  return button;
}
