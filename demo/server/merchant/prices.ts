import { formatAmount } from 'hpp-checkout/server';
import type { BasketItem, Quote } from '../../wire/basket.ts';
import { CURRENCY, PRICES } from './catalogue.ts';

const amountOf = ({ sku, quantity }: BasketItem) => PRICES[sku] * BigInt(quantity);

/** In minor units. */
export function totalOf(items: readonly BasketItem[]): bigint {
  return items.reduce((sum, item) => sum + amountOf(item), 0n);
}

/** What the page shows: the price of each item and of all together. */
export function quoteFor(items: readonly BasketItem[]): Quote {
  return {
    lines: items.map((item) => ({ sku: item.sku, amount: formatAmount(amountOf(item), CURRENCY) })),
    total: formatAmount(totalOf(items), CURRENCY),
  };
}
