import { randomBytes } from 'node:crypto';
import type { BasketItem, PricedBasket } from '../../wire/basket.ts';
import { quoteFor } from './prices.ts';

/** So that a visitor can press Pay at once. */
const ITEMS: readonly BasketItem[] = [
  { sku: 'kettle', quantity: 1 },
  { sku: 'dripper', quantity: 1 },
  { sku: 'beans', quantity: 2 },
];

/** The basket of a new customer. */
export function newBasket(): PricedBasket {
  return { id: randomBytes(5).toString('hex'), items: ITEMS, quote: quoteFor(ITEMS) };
}
