import { formatAmount, type OrderItem } from 'hpp-checkout/server';
import type { BasketItem, Quote } from '../../wire/basket.ts';
import { CURRENCY, NAMES, PRICES } from './catalogue.ts';

const amountOf = ({ sku, quantity }: BasketItem) => PRICES[sku] * BigInt(quantity);

/** In minor units. */
export function totalOf(items: readonly BasketItem[]): bigint {
  return items.reduce((sum, item) => sum + amountOf(item), 0n);
}

/** The lines of the order, for the dialog to show. */
export function linesOf(items: readonly BasketItem[]): OrderItem[] {
  return items.map((item) => ({ name: NAMES[item.sku], quantity: item.quantity, amount: amountOf(item) }));
}

/** What the page shows: the price of each item and of all together. */
export function quoteFor(items: readonly BasketItem[]): Quote {
  return {
    lines: items.map((item) => ({ sku: item.sku, amount: formatAmount(amountOf(item), CURRENCY) })),
    total: formatAmount(totalOf(items), CURRENCY),
  };
}
