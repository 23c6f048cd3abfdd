import { type DecimalsOverride, formatAmount, parseAmount } from '../../protocol/gateway/money.ts';
import type { OrderFacts, Price } from '../options.ts';

/** How what was paid stands to what the order costs. */
export type PriceComparison = 'same' | 'paid_less' | 'paid_more' | 'other_currency';

/** The order's price as it would be sent to the gateway. @throws RangeError for an amount or a currency that cannot be sent. */
export function toPrice({ amount, currency }: OrderFacts, decimals?: DecimalsOverride): Price {
  return { amount: formatAmount(amount, currency, decimals), currency };
}

/** Compares two sums in minor units; sums of different currencies are not comparable. */
export function comparePrice(paid: Price, expected: Price, decimals?: DecimalsOverride): PriceComparison {
  if (paid.currency !== expected.currency) return 'other_currency';
  const difference =
    parseAmount(paid.amount, paid.currency, decimals) -
    parseAmount(expected.amount, expected.currency, decimals);
  if (difference === 0n) return 'same';
  return difference < 0n ? 'paid_less' : 'paid_more';
}
