import type { ShopPage } from './shopPage.ts';

/** A lock as modals of pages have it, put on before our dialog opens or while it is open, and taken off before or after it closes. */
const lockedBy = (name: string, lock: string, unlock: string, more: Partial<ShopPage> = {}): ShopPage[] => [
  {
    name: `${name}, unlocked while the dialog is open`,
    press: async (visitor) => {
      await visitor.inTab(run(lock));
      await visitor.press('#pay');
    },
    meanwhile: (visitor) => visitor.inTab(run(unlock)),
    ...more,
  },
  {
    name: `${name}, locked and unlocked while the dialog is open`,
    meanwhile: (visitor) => visitor.inTab(run(`${lock}; ${unlock}`)),
    isLong: true,
    ...more,
  },
];

/** Statements as an expression. */
const run = (statements: string) => `(() => { ${statements} })()`;

const style = (rules: string) => `<style>${rules}</style>`;

const NAIL = `window.was = scrollY; document.body.style.cssText = 'position: fixed; width: 100%; top: -' + was + 'px'`;

/** Pages that scroll in ways of their own. */
export const scrollLocks: readonly ShopPage[] = [
  {
    name: 'is as high as the window, and cuts off what stands out at its side',
    head: style('html, body { height: 100%; margin: 0 } body { overflow-x: hidden }'),
  },
  {
    name: 'scrolls smoothly and keeps the room of its scrollbar',
    head: style('html { scroll-behavior: smooth; scrollbar-gutter: stable } body { overflow: clip auto }'),
  },
  {
    name: 'keeps the room of its scrollbar at both edges',
    head: style('html { scrollbar-gutter: stable both-edges }'),
    isLong: true,
  },
  {
    name: 'scrolls in its main',
    head: style(
      'html, body { height: 100%; margin: 0; overflow: hidden } main { height: 100vh; min-height: 0 !important; padding: 0 !important; overflow: auto } p { height: 500px }',
    ),
    body: '<main id="main"><p>a</p><button type="button" id="pay">Pay</button><p>b</p><p>c</p></main>',
  },
  {
    name: 'scrolls in its body',
    head: style('html { height: 100%; overflow: hidden } body { height: 100%; margin: 0; overflow: auto }'),
    isLong: true,
  },
  {
    name: 'has styles of its own on html',
    html: 'style="overflow-y: scroll; --mine: 1" class="mine"',
  },
  ...lockedBy(
    'locks its body and fills the room of the scrollbar, as SweetAlert does',
    `document.body.style.paddingRight = innerWidth - document.documentElement.clientWidth + 'px'; document.body.style.overflow = 'hidden'`,
    `document.body.style.overflow = ''; document.body.style.paddingRight = ''; document.body.removeAttribute('style')`,
  ),
  ...lockedBy(
    'sets the overflow of one axis on html, as UIkit does',
    `document.documentElement.style.overflowY = 'scroll'`,
    `document.documentElement.style.overflowY = ''; document.documentElement.removeAttribute('style')`,
  ),
  ...lockedBy(
    'locks html by a class, as Shoelace does',
    `document.documentElement.classList.add('locked')`,
    `document.documentElement.classList.remove('locked'); document.documentElement.removeAttribute('class')`,
    { head: style('html.locked { scrollbar-gutter: stable !important; overflow: hidden !important }') },
  ),
  ...lockedBy(
    'nails its body down, as locks for old phones do',
    NAIL,
    `document.body.removeAttribute('style'); scrollTo(0, was)`,
  ),
  ...lockedBy(
    'nails html and body down, as locks for Safari do',
    `window.was = scrollY;
      for (const { style } of [document.documentElement, document.body]) style.cssText = 'position: fixed; overflow: hidden; width: 100%; height: 100%';
      document.body.scrollTop = was;`,
    `for (const element of [document.documentElement, document.body]) element.removeAttribute('style'); scrollTo({ top: was, behavior: 'instant' })`,
  ),
  ...lockedBy(
    'nails its body down and lets it go in a frame of its own, as body-scroll-lock does',
    `window.was = scrollY; Object.assign(document.body.style, { position: 'fixed', top: -was + 'px', left: '0px' })`,
    `const top = -parseInt(document.body.style.top, 10); document.body.removeAttribute('style'); requestAnimationFrame(() => scrollTo(0, top))`,
  ),
  ...lockedBy(
    'nails its body down where it scrolls smoothly',
    NAIL,
    `document.body.removeAttribute('style'); scrollTo(0, was)`,
    { head: style('html { scroll-behavior: smooth }') },
  ),
  ...lockedBy(
    'makes its body narrower, as Ant does',
    `document.body.style.cssText = 'overflow-y: hidden; width: calc(100% - ' + (innerWidth - document.documentElement.clientWidth) + 'px)'`,
    `document.body.removeAttribute('style')`,
  ),
  ...lockedBy(
    'has its window scroll in its body meanwhile',
    `window.was = scrollY; document.documentElement.style.cssText = 'height: 100%; overflow: hidden'; document.body.style.cssText = 'height: 100%; overflow: auto'; document.body.scrollTop = was`,
    `document.documentElement.removeAttribute('style'); document.body.removeAttribute('style'); scrollTo(0, was)`,
  ),
  {
    name: 'nails its body down, and lets it go at the end',
    press: async (visitor) => {
      await visitor.inTab(
        run(
          `${NAIL}; addEventListener('hpp-checkout:close', () => { document.body.removeAttribute('style'); scrollTo(0, was); })`,
        ),
      );
      await visitor.press('#pay');
    },
  },
];
