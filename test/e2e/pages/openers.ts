import { fileURLToPath } from 'node:url';
import { bundleEntry } from '../../support/bundleEntry.ts';
import type { ShopPage } from './shopPage.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** As a shop's own bundler does it. */
const OUR_ELEMENT = `import { HppCheckoutElement } from '${root}src/widget/element.ts';
HppCheckoutElement.pageOptions = { timeouts: { successMessage: 1 } };`;

const TALL = 'style="min-height: 250vh; padding: 40vh 0"';
const inMain = (inner: string) => `<main ${TALL}><h1>Shop</h1>${inner}</main>`;
const DATA = 'data-session="/session" data-order="A-1"';
const MARKED = `data-hpp-checkout ${DATA}`;

/** The page's own form, which has to stay where it is. */
const inForm = (opener: string) =>
  inMain(`<form action="/posted" method="post"><input name="mail" required>${opener}</form>`);

/** A component of the page's own that draws a link into its shadow root when it has been connected, as Lit's do. */
const component = (
  link: string,
  firstUpdated = '',
) => `customElements.define('shop-cart', class extends HTMLElement {
    async connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      await null;
      root.innerHTML = '${link}';
      ${firstUpdated}
    }
  });`;

/** What the customer presses, in all the forms that shops give it. */
export const openers: readonly ShopPage[] = [
  {
    name: 'captures the pointer that comes down on it, as sliders and drawers do, where the button is ours',
    body: inMain('<div id="drawer"><div id="pay" style="display: inline-block"></div></div>'),
    script: `const drawer = document.querySelector('#drawer');
      drawer.addEventListener('pointerdown', (event) => drawer.setPointerCapture(event.pointerId));
      HppCheckout.createCheckout(options).mount('#pay');`,
    // Our button in it has it.
    changes: ['focus'],
  },
  {
    name: 'has an <input type=button> for its button',
    body: inMain('<input type="button" id="pay" value="Pay 10.00">'),
  },
  {
    name: 'has the submit button of a form for its button',
    body: inForm('<input type="submit" id="pay" value="Pay 10.00">'),
  },
  {
    name: 'has a button in a form, which posts it where nothing is said',
    body: inForm('<button id="pay">Pay 10.00</button>'),
    isLong: true,
  },
  {
    name: 'has a picture for its button',
    body: inForm(
      `<input type="image" id="pay" alt="Pay 10.00" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='99' height='40'/>">`,
    ),
    isLong: true,
  },
  {
    name: 'has a link with a drawing in it',
    body: inMain(
      `<a id="pay" href="/plain" ${MARKED}><svg width="80" height="40"><rect width="80" height="40"/></svg></a>`,
    ),
    script: '',
  },
  {
    name: 'has a link that gets its attributes later',
    body: inMain('<a id="pay" href="/plain">Pay 10.00</a>'),
    script: `addEventListener('load', () => setTimeout(() => {
        Object.assign(document.querySelector('#pay').dataset, { session: '/session', order: 'A-1', hppCheckout: '' });
      }));
      window.placed = new Promise((ready) => addEventListener('hpp-checkout:ready', ready));`,
    press: async (visitor) => {
      await visitor.inTab('placed.then(() => {})');
      await visitor.press('#pay');
    },
    changes: ['content'],
  },
  {
    name: 'has a component that mounts the link in its shadow root',
    body: inMain('<shop-cart></shop-cart>'),
    script: component(
      '<a id="pay" href="/plain">Pay 10.00</a>',
      `HppCheckout.createCheckout(options).mount(root.querySelector('a'));`,
    ),
  },
  {
    name: 'has our own element in the shadow root of a component',
    head: '<script type="module" src="/element-bundle.js"></script>',
    files: async () => ({ '/element-bundle.js': await bundleEntry(root, OUR_ELEMENT) }),
    body: inMain('<shop-cart></shop-cart>'),
    script: component(
      '<hpp-checkout id="pay" session="/session" order="A-1" label="Pay 10.00"></hpp-checkout>',
    ),
    pressed: 'button',
    changes: ['focus'],
  },
  {
    name: 'fills the slot of a component with its link',
    body: inMain(`<shop-cart><a id="pay" href="/plain" ${MARKED}>Pay 10.00</a></shop-cart>`),
    script: `customElements.define('shop-cart', class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>'; }
    });`,
  },
];
