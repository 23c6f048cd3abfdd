import type { Visitor } from './visitor.ts';

/**
 * A shop's page on which a customer pays, and what is special about it. To add one, put five lines into a list of this folder
 * (or into a list of your own, which `pages.test.ts` then names):
 *
 *     {
 *       name: 'hides every empty div, as Dawn does',
 *       head: '<style>div:empty { display: none }</style>',
 *     },
 *
 * Each page is loaded and paid in a browser: its `#pay` is pressed, the dialog has to be seen, whole and readable, the hosted
 * page's button is pressed, `complete` and `close` are told, and then the page has to be what it was before: scroll position,
 * focus, the attributes of html and body, the body's HTML, style sheets, the place of `#pay`. Nothing may be written to the
 * console. `npm test` pays on each page in Chromium, `npm run test:pages` in all engines.
 */
export interface ShopPage {
  name: string;
  /** Joins the page's head, before the widget's script. */
  head?: string;
  /** In place of the plain body; `#pay` is what is pressed. */
  body?: string;
  /** In place of the plain script, which mounts a checkout on `#pay`. `options` is there, with short waits. */
  script?: string;
  /** Attributes of the html element, and of the body. */
  html?: string;
  bodyAttributes?: string;
  headers?: Record<string, string>;
  /** What else is done to the whole page's text. */
  rewrite?: (html: string) => string;
  /** Further files of the shop by their path, such as a library from npm. */
  files?: () => Record<string, string> | Promise<Record<string, string>>;
  /** What is pressed, when not `#pay`. */
  pressed?: string;
  /** In place of such a click. */
  press?(visitor: Visitor): Promise<unknown>;
  /** When the hosted page is in the frame, before it is paid. */
  meanwhile?(visitor: Visitor): Promise<unknown>;
  /** Shown in the page, and so no dialog. */
  isInline?: boolean;
  /** Where it is paid, when not in the dialog. */
  paidOn?: 'full page';
  /** What the page itself changes of itself meanwhile, and so is not compared. */
  changes?: readonly (keyof Snapshot)[];
  /** Messages of the page's own in the console. */
  says?: RegExp;
  /** What the page itself writes to the console when it goes on and on. */
  neverSays?: string;
  /** Its frame stands in a closed shadow root, where WebKit's driver finds none. */
  isClosed?: boolean;
  /** Only with `npm run test:pages`: nothing is decided here that another page does not show. */
  isLong?: boolean;
}

/** What a page looks like before and after a payment. */
export interface Snapshot {
  scroll: string;
  focus: string;
  html: string;
  body: string;
  content: string;
  inert: number;
  styleSheets: number;
  place: string;
}

/** `document` in a function's body, of which no form of the page can take a name. */
const DOCUMENT = `const document = new Proxy(window.document, { get(_, name) {
    const value = Reflect.get(Document.prototype, name, window.document);
    return typeof value === 'function' ? value.bind(window.document) : value;
  } });`;

/** An expression that takes a `Snapshot` in the page. */
export const SNAPSHOT = `(() => {
  ${DOCUMENT}
  // Chromium keeps an empty style attribute when a page takes its own away.
  const attributes = (element) => [...element.attributes].filter(({ name, value }) => name + value !== 'style').map(({ name, value }) => name + '=' + value).sort().join(' ');
  const scrolled = [...document.querySelectorAll('*')].filter((element) => element.scrollTop > 0 && element.matches(':not(html)'));
  const box = document.querySelector('#pay')?.getBoundingClientRect();
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return {
    // Firefox scrolls to a whole pixel, and to the part of one that was asked for when the page's overflow changes.
    scroll: [scrollX, Math.round(scrollY), ...scrolled.map((element) => (element.id || element.localName) + ' ' + element.scrollTop)].join(),
    focus: focused?.id || focused?.localName,
    html: attributes(document.documentElement),
    body: attributes(document.body),
    // The button that was pressed says that it is not busy any more.
    // A file of ours stands in the document's head, which may be a form of the body.
    content: document.body.innerHTML.replaceAll(' aria-busy="false"', '').replace(/<script [^>]*hpp-checkout\\.[^>]*><\\/script>/g, '') + [...document.documentElement.children].map(({ localName }) => localName),
    inert: document.querySelectorAll('[inert],[aria-hidden=true]').length,
    styleSheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    place: box ? [box.x, Math.round(box.y), box.width, box.height].join() : '',
  };
})()`;

/** An expression that says what is wrong with the dialog that should be seen; empty, if nothing is. */
export const WRONG_WITH_DIALOG = `(() => {
  ${DOCUMENT}
  // Not by \`find\`, which a page may have rewritten.
  const [host] = [...document.documentElement.children, ...document.body.querySelectorAll('*')]
    .filter((element) => element.shadowRoot?.querySelector('dialog[open]'));
  const dialog = host?.shadowRoot.querySelector('dialog');
  if (!dialog) return 'there is none';
  // WebKit has no currentCSSZoom, and measures an element in the element's own pixels.
  const zoomOf = (element) => element ? getComputedStyle(element).zoom * zoomOf(element.parentElement ?? element.getRootNode().host) : 1;
  const measured = dialog.currentCSSZoom ? 1 : zoomOf(dialog);
  const boxOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return new DOMRect(x * measured, y * measured, width * measured, height * measured);
  };
  const box = boxOf(dialog);
  const wrong = [];
  if (box.width < Math.min(300, innerWidth) || box.height < Math.min(300, innerHeight)) wrong.push('small: ' + box.width + 'x' + box.height);
  if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
    wrong.push('sticks out: ' + [box.left, box.top, box.right, box.bottom] + ' of ' + [innerWidth, innerHeight]);
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  if (document.elementFromPoint(x, y) !== host) wrong.push('its middle belongs to ' + document.elementFromPoint(x, y)?.localName);
  const style = getComputedStyle(dialog);
  if (style.visibility !== 'visible' || style.opacity === '0' || style.display === 'none') wrong.push('hidden');
  const text = parseFloat(style.fontSize) * (dialog.currentCSSZoom ?? measured);
  if (text < 15.9 || text > 16.1) wrong.push('letters of ' + text + ' px');
  const close = boxOf(dialog.querySelector('.x'));
  if (close.width < 40 || close.height < 40) wrong.push('close button of ' + [close.width, close.height]);
  return wrong.join('; ');
})()`;

/** The page as HTML. */
export function htmlOf({
  head = '',
  body = PLAIN_BODY,
  script = `HppCheckout.createCheckout(options).mount(Document.prototype.querySelector.call(document, '#pay'));`,
  html = '',
  bodyAttributes = '',
  rewrite = (whole) => whole,
}: ShopPage): string {
  return rewrite(`<!doctype html><html lang="en" ${html}><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body ${bodyAttributes}>${body}
<script src="/hpp-checkout.js"></script><script>
window.told = [];
for (const type of ['complete', 'fail', 'pending', 'expired', 'close', 'error'])
  addEventListener('hpp-checkout:' + type, ({ detail }) => told.push(type + ' ' + (detail.outcome ?? detail.code)));
const options = { session: '/session', order: 'A-1', timeouts: { successMessage: 1 } };
${script}
</script></body></html>`);
}

const PLAIN_BODY = `<main style="min-height: 250vh; padding: 40vh 0; text-align: center"><h1>Shop</h1>
  <button type="button" id="pay">Pay 10.00</button></main>`;
