import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromNpm } from '../../package/runtimes/fromNpm.ts';
import { bundleEntry } from '../../support/bundleEntry.ts';
import type { ShopPage } from './shopPage.ts';

/** Fetched by `npm run test:pages` alone. */
const PACKAGES = [
  'bootstrap@5.3.3',
  'jquery@3.7.1',
  'jquery-ui@1.14.1',
  'alpinejs@3.14.1',
  'htmx.org@2.0.4',
  '@hotwired/turbo@8.0.12',
  'unpoly@3.9.5',
];
const file = (path: string) =>
  readFileSync(join(fromNpm('libraries', ...PACKAGES), 'node_modules', path), 'utf8');

/** Files of a package as the shop's own, which stand in the page as they are named here. */
const files = (...paths: readonly string[]): Pick<ShopPage, 'files' | 'isLong'> => ({
  files: () => Object.fromEntries(paths.map((path, at) => [`/${name(path)}-${at}.js`, file(path)])),
  isLong: true,
});
const name = (path: string) => path.replace(/\W+/g, '-');
const tags = (...paths: readonly string[]) =>
  paths.map((path, at) => `<script src="/${name(path)}-${at}.js"></script>`).join('');

/** A component of Lit's that draws the link of the shop, and a button of ours. */
const LIT_CART = `import { html, LitElement } from 'lit';
customElements.define('lit-cart', class extends LitElement {
  render() { return html\`<a id="pay" href="/plain">Pay 10.00</a><div id="place"></div>\`; }
  firstUpdated() {
    for (const place of this.renderRoot.querySelectorAll('#pay, #place')) HppCheckout.createCheckout(options).mount(place);
    this.requestUpdate();
  }
});`;

const MOUNT = `HppCheckout.createCheckout(options).mount('#pay');`;
const BUTTON = '<button type="button" id="pay">Pay 10.00</button>';
const TALL = 'style="min-height: 200vh; padding: 20vh 0"';
const PLAIN = `<main id="main" ${TALL}><h1>Shop</h1>${BUTTON}</main>`;

const BOOTSTRAP = ['bootstrap/dist/js/bootstrap.bundle.js'];
const JQUERY_UI = ['jquery/dist/jquery.js', 'jquery-ui/dist/jquery-ui.js'];
const ALPINE = ['alpinejs/dist/cdn.js'];
const HTMX = ['htmx.org/dist/htmx.js'];
const TURBO = ['@hotwired/turbo/dist/turbo.es2017-umd.js'];
const UNPOLY = ['unpoly/unpoly.js'];

/** A link, where a library follows links by itself. */
const link = (attribute = '') =>
  `<main id="main" ${TALL}><h1>Shop</h1><a id="pay" href="/plain" ${attribute}>Pay 10.00</a></main>`;

/** Pages made with libraries that open modals of their own, or swap the page. */
export const libraries: readonly ShopPage[] = [
  {
    name: 'has its button in a modal of Bootstrap',
    ...files(...BOOTSTRAP),
    head: '<style>.modal { position: fixed; inset: 0; z-index: 1055; overflow: auto; background: #fff }</style>',
    body: `<main ${TALL}><h1>Shop</h1></main><div class="modal" id="cart" tabindex="-1"><div class="modal-dialog"><div class="modal-content">Basket ${BUTTON}</div></div></div>${tags(...BOOTSTRAP)}`,
    script: `new bootstrap.Modal('#cart').show(); ${MOUNT}`,
  },
  {
    name: 'has its button in a modal dialog of jQuery UI',
    ...files(...JQUERY_UI),
    body: `<main ${TALL}><h1>Shop</h1></main><div id="cart">Basket ${BUTTON}</div>${tags(...JQUERY_UI)}`,
    script: `jQuery('#cart').dialog({ modal: true }); ${MOUNT}`,
  },
  {
    name: 'has its button in a popover of Alpine, which closes at a click outside',
    ...files(...ALPINE),
    body: `<main ${TALL} x-data="{ open: true }"><h1>Shop</h1><div x-show="open" @click.outside="open = false" @focusin.window="open = open && true">Basket ${BUTTON}</div></main>${tags(...ALPINE)}`,
    script: MOUNT,
  },
  {
    name: 'has a component of Lit that mounts its link',
    files: async () => ({ '/lit-cart.js': await bundleEntry(fromNpm('lit', 'lit@3.3.3'), LIT_CART) }),
    isLong: true,
    body: `<main ${TALL}><h1>Shop</h1><lit-cart></lit-cart></main>`,
    script: `const cart = document.createElement('script');
      cart.type = 'module';
      cart.src = '/lit-cart.js';
      document.head.append(cart);`,
  },
  {
    name: 'swaps its main by htmx',
    ...files(...HTMX),
    body: PLAIN + tags(...HTMX),
    script: MOUNT,
    meanwhile: (visitor) =>
      visitor.inTab(
        `htmx.ajax('GET', location.pathname, { target: '#main', select: '#main', swap: 'outerHTML' })`,
      ),
    changes: ['content', 'focus', 'body'],
  },
  {
    name: 'has all its links but ours boosted by htmx',
    ...files(...HTMX),
    body: link('hx-boost="false"') + tags(...HTMX),
    bodyAttributes: 'hx-boost="true"',
    script: MOUNT,
    changes: ['body'],
  },
  {
    name: 'has its links followed by Turbo',
    ...files(...TURBO),
    head: tags(...TURBO),
    body: link(),
    script: MOUNT,
    changes: ['html', 'styleSheets'],
  },
  {
    name: 'is morphed by Turbo',
    ...files(...TURBO),
    head: `<meta name="turbo-refresh-method" content="morph"><meta name="turbo-refresh-scroll" content="preserve">${tags(...TURBO)}`,
    body: PLAIN,
    script: MOUNT,
    meanwhile: (visitor) =>
      visitor.inTab(`new Promise((done) => {
        addEventListener('turbo:load', () => setTimeout(done, 100), { once: true });
        Turbo.visit(location.href, { action: 'replace' });
      })`),
    changes: ['content', 'focus', 'html', 'place', 'scroll', 'styleSheets'],
  },
  {
    name: 'reloads its main by Unpoly',
    ...files(...UNPOLY),
    body: PLAIN + tags(...UNPOLY),
    script: MOUNT,
    meanwhile: (visitor) => visitor.inTab(`up.reload('#main').then(() => {})`),
    changes: ['content', 'focus', 'html', 'body', 'styleSheets'],
    says: /\[up\.|unpoly/i,
  },
];
