import { effect, signal } from '@preact/signals';
import { hydrate } from 'preact';
import { hasRoom } from '../playground/savedPlayground.ts';
import { type Basket, priceOf } from '../server/merchant/parseBasket.ts';
import type { Settings } from '../settings/settings.ts';
import { DEFAULT_ITEMS, type Page } from '../wire/shopPage.ts';
import { applyLook } from './applyTheme.ts';
import { inWords } from './formatMoney.ts';
import { listenToCheckout } from './listenToCheckout.ts';
import { newBasketId } from './newBasketId.ts';
import { openRoomLink } from './parentChannel.ts';
import { resumeCheckout } from './resumeCheckout.ts';
import { Shop } from './Shop.tsx';
import type { ShopState, Told } from './shopState.ts';

const KEPT = 'morrow';

const page: Page = JSON.parse(document.querySelector('#page')?.textContent ?? 'null');
const basket = signal<Basket>(page.basket);
const settings = signal(page.settings);
const told = signal<Told | null>(null);

const state: ShopState = {
  basket,
  settings,
  told,
  merchantOrigin: page.merchantOrigin,
  gatewayOrigin: page.gatewayOrigin,
  alone: page.alone,
  setQuantity(sku, quantity) {
    const others = basket.value.items.filter((item) => item.sku !== sku);
    basket.value = { ...basket.value, items: quantity === 0 ? others : [...others, { sku, quantity }] };
    told.value = null;
  },
  startAgain() {
    basket.value = { id: newBasketId(), items: DEFAULT_ITEMS };
    told.value = null;
  },
};

const root = document.querySelector('#shop');
if (root !== null) hydrate(<Shop state={state} />, root);

// A reload keeps the basket, and with it the order: what was paid stays paid. Back from a full-page visit, the look too.
const returned = new URLSearchParams(location.search).has('returned');
const kept: { basket: Basket; settings: Settings } | null = JSON.parse(
  sessionStorage.getItem(KEPT) ?? 'null',
);
const atTop = window.parent === window;
// A page that took the whole window (a bank's) took it from the control room: back there.
const toRoom = returned && atTop && hasRoom(sessionStorage);
if (toRoom) location.replace('/?room&returned');
if (kept !== null) {
  basket.value = kept.basket;
  if (returned && atTop) settings.value = kept.settings;
}
effect(() =>
  sessionStorage.setItem(KEPT, JSON.stringify({ basket: basket.value, settings: settings.value })),
);
effect(() => applyLook(document.documentElement, settings.value));

const room = openRoomLink(window, (message) => {
  if (message.type === 'startAgain') state.startAgain();
  else settings.value = message.settings;
});
effect(() => {
  const total = inWords(priceOf(basket.value), settings.value.lang);
  room.send({ demo: 'shop', type: 'basket', basket: basket.value, total });
});
listenToCheckout(
  document,
  (next) => {
    told.value = next;
  },
  (event) => room.send({ demo: 'shop', type: 'heard', event }),
);
room.send({ demo: 'shop', type: 'here' });
if (returned && !toRoom) resumeCheckout(window, `${page.merchantOrigin}/checkout/session`);
