import type { ShopPage } from './shopPage.ts';

const css = (name: string, rules: string, more: Partial<ShopPage> = {}): ShopPage => ({
  name,
  head: `<style>${rules}</style>`,
  ...more,
});

/** An inline checkout whose place stands in a shadow root of the page. */
const inShadow = (mode: ShadowRootMode): ShopPage => ({
  name: `has the place of an inline checkout in a shadow root that is ${mode}`,
  body: '<main style="min-height: 150vh"><h1>Shop</h1><section id="around"></section></main>',
  script: `const root = document.querySelector('#around').attachShadow({ mode: '${mode}' });
    const place = root.appendChild(document.createElement('div'));
    HppCheckout.createCheckout({ ...options, presentation: 'inline' }).mount(place);
    window.press = () => place.firstChild.shadowRoot.querySelector('button').click();`,
  press: (visitor) => visitor.inTab('press()'),
  isInline: true,
  isClosed: mode === 'closed',
});

/** A checkout that is mounted on a shadow root itself. */
const onShadow = (mode: ShadowRootMode): ShopPage => ({
  name: `mounts on a shadow root that is ${mode}`,
  body: '<main style="min-height: 150vh; padding: 40vh 0"><h1>Shop</h1><section id="around"></section></main>',
  script: `const root = document.querySelector('#around').attachShadow({ mode: '${mode}' });
    const checkout = HppCheckout.createCheckout(options).mount(root);
    window.press = () => { const button = root.lastChild.shadowRoot.querySelector('button'); button.focus(); button.click(); };`,
  press: (visitor) => visitor.inTab('press()'),
  changes: ['focus'],
});

/** Pages with rules for frames, dialogs and layout, and what extensions and translators do to a page that is open. */
export const layouts: readonly ShopPage[] = [
  css(
    'hides frames and dialogs, and has a backdrop of its own',
    `iframe, dialog, section { display: none !important } dialog { transform: scale(0) !important; inset: auto !important }
     dialog::backdrop { background: #f00 !important; backdrop-filter: blur(50px) !important; z-index: 99 }`,
  ),
  css(
    'unsets all of every element',
    '* { all: unset !important } style, script, title, head { display: none !important }',
  ),
  css(
    'has all its rules in cascade layers',
    '@layer reset, base; @layer reset { * { all: revert !important; display: none } html, body, main, main * { display: block } } @layer base { html { overflow: auto !important } }',
    { isLong: true },
  ),
  css('zooms its root', ':root { zoom: 2 } main { padding: 10vh 0 !important }', { isLong: true }),
  css(
    'snaps where it scrolls, and lets no scrolling out',
    'html { scroll-snap-type: y mandatory; overscroll-behavior: none } main { scroll-snap-align: start } #pay { scroll-snap-align: center }',
  ),
  css(
    'draws nothing that is out of sight',
    '* { content-visibility: auto; contain-intrinsic-size: auto 10px } html, body, main { content-visibility: visible }',
  ),
  {
    name: 'is translated while the dialog is open, letter by letter in elements of its own',
    meanwhile: (visitor) =>
      visitor.inTab(`(() => {
        const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
        const all = [];
        while (texts.nextNode()) if (!texts.currentNode.parentElement.matches('style, script, title')) all.push(texts.currentNode);
        for (const text of all) {
          const font = document.createElement('font');
          text.replaceWith(font);
          font.append(text);
        }
        document.documentElement.classList.add('translated-ltr');
        document.documentElement.lang = 'fr';
      })()`),
    changes: ['html', 'content', 'place'],
  },
  {
    name: 'is darkened by an extension, which writes into shadow roots, too',
    meanwhile: (visitor) =>
      visitor.inTab(`(() => {
        for (const root of [document, ...[...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot)].filter(Boolean)) {
          const style = document.createElement('style');
          style.textContent = '* { background-color: #181a1b !important; border-color: #736b5e !important; color: #e8e6e3 !important }';
          (root.head ?? root).append(style);
        }
        document.documentElement.setAttribute('data-darkreader-mode', 'dynamic');
      })()`),
    changes: ['html', 'styleSheets'],
  },
  inShadow('open'),
  inShadow('closed'),
  onShadow('open'),
  onShadow('closed'),
];
