import type { ShopPage } from './shopPage.ts';

const BUTTON = '<button type="button" id="pay">Pay 10.00</button>';
const TALL = 'style="min-height: 250vh; padding: 40vh 0"';
const inMain = (inner: string) => `<main ${TALL}><h1>Shop</h1>${inner}</main>`;
const MOUNT = `HppCheckout.createCheckout(options).mount('#pay');`;

/** What a shop's plug-ins, builders, routers and tools for speed do around a button. */
export const plugins: readonly ShopPage[] = [
  {
    name: 'replaces the part of its cart where the button stands, whenever something happens, as WooCommerce does',
    body: inMain(`<div id="payment">${BUTTON}</div>`),
    script: `const payment = document.querySelector('#payment').outerHTML;
      window.update = () => {
        document.querySelector('#payment').outerHTML = payment;
        ${MOUNT}
      };
      for (const type of ['open', 'load', 'complete']) addEventListener('hpp-checkout:' + type, update);
      ${MOUNT}`,
    meanwhile: (visitor) => visitor.inTab('update()'),
  },
  {
    name: 'has its button in a popover that closes by itself',
    body: `<main ${TALL}><h1>Shop</h1></main><div id="cart" popover>Cart ${BUTTON}</div>`,
    script: `document.querySelector('#cart').showPopover(); ${MOUNT}`,
  },
  {
    name: 'is a popover as a whole, with another in it',
    body: `<div id="app" popover style="inset: 0; width: 100%; height: 100%">${inMain(`<div id="cart" popover>Cart ${BUTTON}</div>`)}</div>`,
    script: `for (const id of ['app', 'cart']) document.getElementById(id).showPopover();
      ${MOUNT}`,
  },
];
