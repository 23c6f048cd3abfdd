import type { ShopPage } from './shopPage.ts';

const css = (name: string, rules: string, more: Partial<ShopPage> = {}): ShopPage => ({
  name,
  head: `<style>${rules}</style>`,
  ...more,
});

/** Added when the dialog stands, as ad blockers and late style sheets do. */
const lateCss = (rules: string) => `(() => {
  const late = document.createElement('style');
  late.textContent = ${JSON.stringify(rules)};
  document.head.append(late);
})()`;

/** Hides what no style sheet of a page reaches, as a blocker in the customer's browser can. */
const HIDE_BY_FORCE = `for (const { shadowRoot } of document.documentElement.children)
  shadowRoot?.querySelector('dialog')?.style.setProperty`;

/** Style sheets that hide, shrink, turn or move what they do not know. */
export const hostileCss: readonly ShopPage[] = [
  css(
    'hides every empty div, as Dawn does',
    'div:empty { display: none } a:empty, ul:empty, dl:empty, section:empty, article:empty, p:empty, h1:empty { display: none }',
  ),
  css('hides all but its main', 'body > *:not(main), html > *:not(head, body) { display: none !important }'),
  css(
    'hides every element that it does not know',
    ':not(:defined), html > :last-child:not(body) { display: none !important; visibility: hidden !important }',
  ),
  css(
    'has a rule with !important for everything',
    `* { position: static !important; opacity: 0.9 !important; transform: none !important; animation: none !important; margin: 0 !important;
      padding: 1px !important; width: auto !important; height: auto !important; max-width: 50px !important; clip-path: inset(49%) !important }
     html, body, main, #pay { max-width: none !important; clip-path: none !important }`,
    { isLong: true },
  ),
  css(
    'hides what is empty, styled or last',
    '*:empty:not(script, style, meta, link), [style]:not(main), :root > :last-child:not(body, head) { display: none !important }',
  ),
  css(
    'hides every span, where the button is ours',
    'span:empty, span { display: none !important } #pay > * { opacity: 0 !important; visibility: hidden !important; pointer-events: none !important; font-size: 0 !important; position: absolute !important; left: -999px !important }',
    {
      body: '<main style="text-align: center"><h1>Shop</h1><div id="pay" style="display: inline-block"></div></main>',
      changes: ['focus'],
    },
  ),
  css(
    'hides all that a page is made of',
    'div, span, section, aside, dialog, iframe, form, header, footer, [class], [part], [role] { display: none !important }',
  ),
  css(
    'hides itself while anything stands beside its body',
    'html:has(> :not(head, body)) { visibility: hidden !important }',
  ),
  css(
    'is not drawn at all while anything stands beside its body',
    'html:has(> :not(head, body)) { display: none !important }',
    { paidOn: 'full page' },
  ),
  css('hides it when it stands there already', '', {
    meanwhile: (visitor) =>
      visitor.inTab(lateCss('html > :not(head, body) { display: none !important; opacity: 0 !important }')),
    changes: ['styleSheets'],
  }),
  css('counts in ten pixels', 'html { font-size: 62.5% } body { font-size: 1.6rem }'),
  css('has huge letters', 'html, body { font-size: 40px !important }', { isLong: true }),
  css('zooms html', 'html { zoom: 1.25 }'),
  css('zooms its body', 'body { zoom: 1.5 }'),
  css('shrinks html', 'html { zoom: 0.75 }', { isLong: true }),
  css('scales its body', 'body { transform: scale(0.5); filter: blur(0) }'),
  css('turns html', 'html { transform: rotate(3deg); filter: grayscale(1); perspective: 10px }', {
    isLong: true,
  }),
  css(
    'contains itself',
    'html { contain: layout paint } body { contain: strict; height: 100vh; will-change: transform }',
    { changes: ['scroll'] },
  ),
  css(
    'is written from top to bottom',
    'html { writing-mode: vertical-rl } body { writing-mode: vertical-rl; text-orientation: upright }',
    { isLong: true },
  ),
  {
    name: 'is written from right to left',
    html: 'dir="rtl"',
    head: '<style>body { direction: rtl }</style>',
    isLong: true,
  },
  css(
    'is see-through and takes no clicks while it loads',
    'body { opacity: 0; pointer-events: none } main { pointer-events: auto }',
  ),
  css('hides the dialog by force', '', {
    press: async (visitor) => {
      await visitor.press('#pay');
      await visitor.inHosted('document.title');
      await visitor.inTab(`(() => { ${HIDE_BY_FORCE}('display', 'none', 'important'); })()`);
    },
    paidOn: 'full page',
  }),
  css('makes the dialog transparent', '::part(dialog) { opacity: 0 !important; transition: none }', {
    paidOn: 'full page',
  }),
  css('moves the dialog out of the window', '::part(dialog) { transform: translateX(-5000px) }', {
    paidOn: 'full page',
    isLong: true,
  }),
  css('makes nothing of the dialog', '::part(dialog) { width: 0 !important; min-width: 0 }', {
    paidOn: 'full page',
    isLong: true,
  }),
];
