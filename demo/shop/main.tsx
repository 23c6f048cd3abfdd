import { effect, signal } from '@preact/signals';
import { hydrate } from 'preact';
import type { Basket } from '../merchant/basket.ts';
import { DEFAULT_ITEMS, type Page } from './page.ts';
import type { Told } from './Result.tsx';
import { Shop, type ShopState } from './Shop.tsx';

const KEPT = 'morrow-basket';

const page: Page = JSON.parse(document.querySelector('#page')?.textContent ?? 'null');
const basket = signal<Basket>(page.basket);
const told = signal<Told | null>(null);

const state: ShopState = {
  basket,
  told,
  merchantOrigin: page.merchantOrigin,
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

// A reload keeps the basket, and with it the order: what was paid stays paid.
const kept = sessionStorage.getItem(KEPT);
if (kept !== null) basket.value = JSON.parse(kept);
effect(() => sessionStorage.setItem(KEPT, JSON.stringify(basket.value)));

const OUTCOMES = {
  'hpp-checkout:complete': 'completed',
  'hpp-checkout:fail': 'failed',
  'hpp-checkout:pending': 'pending',
  'hpp-checkout:expired': 'expired',
} as const;
for (const [type, outcome] of Object.entries(OUTCOMES)) {
  document.addEventListener(type, () => {
    told.value = { outcome };
  });
}
document.addEventListener('hpp-checkout:open', () => {
  told.value = null;
});
document.addEventListener('hpp-checkout:close', (event) => {
  const { outcome } = (event as CustomEvent<{ outcome: string }>).detail;
  if (outcome === 'closed') told.value = { outcome: 'closed' };
});
document.addEventListener('hpp-checkout:error', (event) => {
  const { code, message } = (event as CustomEvent<{ code: string; message: string }>).detail;
  told.value = { outcome: 'error', detail: `${code}: ${message}` };
});

function newBasketId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
