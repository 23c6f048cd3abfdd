import { effect } from '@preact/signals';
import { hydrate } from 'preact';
import type { ShopPageData } from '../wire/shopPage.ts';
import { applyTheme } from './applyTheme.ts';
import { resumeCheckout } from './checkout/resumeCheckout.ts';
import { Shop } from './components/Shop.tsx';
import { connectToParent } from './parent/connectToParent.ts';
import { createShopState } from './state/createShopState.ts';
import { returnAddress } from './state/returnAddress.ts';
import { savedShop } from './state/savedShop.ts';

const page: ShopPageData = JSON.parse(document.querySelector('#page')?.textContent ?? 'null');
const state = createShopState(page);
const root = document.querySelector('#shop');
if (root !== null) hydrate(<Shop state={state} />, root);

const returned = new URLSearchParams(location.search).has('returned');
const framed = window.parent !== window;
// The bank's page took the whole window from the page that frames the shop: back there.
const address = returned && !framed ? returnAddress.read(sessionStorage) : null;
if (address !== null) location.replace(address);

// A reload keeps the basket, and with it the order: what was paid stays paid. Back from a full page, the theme too.
const saved = savedShop.read(sessionStorage);
if (saved !== null) {
  state.restore(saved);
  if (returned && !framed) state.settings.value = saved.settings;
}
effect(() =>
  savedShop.write(sessionStorage, {
    basket: state.basket.value,
    outcome: state.outcome.value,
    orderReference: state.orderReference.value,
    settings: state.settings.value,
  }),
);
effect(() => applyTheme(document.documentElement, state.settings.value));
connectToParent(window, state, { now: Date.now, returned });
if (returned && address === null) resumeCheckout(window, `${page.merchantOrigin}/checkout/session`);
