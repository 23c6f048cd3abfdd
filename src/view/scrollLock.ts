const LOCKED = 'overflow:hidden!important';

/**
 * Keeps the shop's page from scrolling behind the dialog; a native modal does not. The scrollbar's room is kept, so that
 * nothing moves. https://github.com/whatwg/html/issues/7732
 *
 * By a style sheet of its own, so that what others write meanwhile (most scroll locks set styles or classes of html and body)
 * is theirs, whoever ends first. In a cascade layer, where `!important` wins over that of all sheets without one
 * (https://drafts.csswg.org/css-cascade-5/#layer-ordering).
 *
 * @returns stops.
 */
export function lockScroll(window: Window): () => void {
  const { document } = window;
  const root = document.documentElement;
  const sheet = new CSSStyleSheet();
  // The browser's own: a form of the page may have the name (T86).
  const own = Object.getPrototypeOf(document);
  const adopted = () => Reflect.get(own, 'adoptedStyleSheets', document) as CSSStyleSheet[];
  const adopt = (sheets: CSSStyleSheet[]) => Reflect.set(own, 'adoptedStyleSheets', sheets, document);

  function lock(): void {
    // What the page would be without us: another lock may have come or gone.
    sheet.replaceSync('');
    const { overflow, scrollbarGutter } = getComputedStyle(root);
    // A page that keeps the room itself, on both sides perhaps, goes on doing so.
    const isOurs = window.innerWidth > root.clientWidth && scrollbarGutter === 'auto';
    const gutter = isOurs ? ';scrollbar-gutter:stable!important' : '';
    // The browser takes the window's overflow from the body where html has none. With one on html, the body would become a
    // scroll container of its own, and the page jump to its top (https://drafts.csswg.org/css-overflow-3/#overflow-propagation).
    const body = overflow === 'visible' ? 'body{overflow:visible!important}' : '';
    sheet.replaceSync(`@layer{html{${LOCKED}${gutter}}${body}}`);
  }
  adopt([...adopted(), sheet]);
  lock();
  const observer = new MutationObserver(lock);

  // Stronger than any style sheet.
  const { style } = root;
  const inline = ['overflow-x', 'overflow-y'].filter((name) => style.getPropertyPriority(name));
  const values = inline.map((name) => [name, style.getPropertyValue(name)] as const);
  for (const name of inline) style.setProperty(name, 'hidden', 'important');
  if (!inline.length) {
    for (const element of [root, document.body])
      observer.observe(element, { attributeFilter: ['style', 'class'] });
  }
  return () => {
    observer.disconnect();
    for (const [name, value] of values) style.setProperty(name, value, 'important');
    adopt(adopted().filter((one) => one !== sheet));
  };
}
