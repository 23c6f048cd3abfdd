const css = `:host{display:inline-block}button{all:unset;box-sizing:border-box;min-height:44px;padding:10px 24px;border-radius:var(--hpp-radius,10px);background:var(--hpp-accent,#0b5cd5);color:var(--hpp-on-accent,#fff);font:600 16px/24px var(--hpp-font,system-ui,sans-serif);text-align:center;cursor:pointer;width:100%}button:hover{filter:brightness(.92)}button:focus-visible{outline:3px solid var(--hpp-accent,#0b5cd5);outline-offset:2px}button[aria-busy=true]{opacity:.7;cursor:progress}`;

export interface Button {
  /** What opens the page: the merchant's own link or button, or one of ours. */
  element: HTMLElement;
  remove(): void;
}

/** Makes `<a>` and `<button>` the Pay button as they are; into any other element ours is drawn, out of reach of the shop's styles. */
export function createButton(target: HTMLElement, label: string): Button {
  if (target.matches('a,button')) return { element: target, remove() {} };
  const host = document.createElement('span');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const element = document.createElement('button');
  element.type = 'button';
  element.part.add('button');
  element.textContent = label;
  root.append(element);
  target.append(host);
  return { element, remove: () => host.remove() };
}
