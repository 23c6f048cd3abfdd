import * as v from 'valibot';
import { MerchantError } from '../../gateway/merchantError.ts';
import { currencyDecimals, type DecimalsOverride } from '../../protocol/gateway/money.ts';
import type { OrderFacts, ResolveContext } from '../options.ts';
import type { Settings } from '../settings.ts';
import { callMerchant } from './callMerchant.ts';

const Facts = v.object({
  // Control characters would reach headers, logs and the customer's page (T36).
  orderReference: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(80),
    v.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u),
  ),
  amount: v.union([v.string(), v.bigint()]),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  transactionType: v.optional(v.picklist(['PURC', 'AUTH'])),
  // The gateway client checks these.
  client: v.optional(v.unknown()),
  udf: v.optional(v.unknown()),
  language: v.optional(v.unknown()),
  configuration: v.optional(v.unknown()),
  // For show: what is wrong with it is left out, and no payment fails by it.
  items: v.optional(v.unknown()),
});

/** Asks the merchant's `resolveOrder`, and checks the answer. Wrong answers are the merchant's bug: named in the log, not to the browser. */
export type PriceOrder = (order: unknown, context: ResolveContext) => Promise<OrderFacts | null>;

export interface PriceOrderContext {
  readonly resolveOrder: Settings['resolveOrder'];
  readonly answerTimeoutMs: number;
  readonly decimals: DecimalsOverride | undefined;
}

export function createPriceOrder({ resolveOrder, answerTimeoutMs, decimals }: PriceOrderContext): PriceOrder {
  return (order, context) =>
    callMerchant(
      { name: 'resolveOrder', limitMs: answerTimeoutMs, limitName: 'limits.answerTimeoutMs' },
      async () => checkFacts(await resolveOrder(order, context), decimals),
    );
}

/** Reads each field once: what was checked is what is sent. */
function checkFacts(
  facts: OrderFacts | null | undefined,
  decimals: DecimalsOverride | undefined,
): OrderFacts | null {
  if (facts === null || facts === undefined) return null;
  const checked = v.safeParse(Facts, facts);
  if (!checked.success) {
    const [issue] = checked.issues;
    throw new MerchantError(
      'resolveOrder',
      `answered with a wrong ${v.getDotPath(issue) ?? 'order'}: expected ${issue.expected ?? 'another value'}. ` +
        'Answer { orderReference, amount: "10.00" or minor units as bigint, currency: "EUR" }, or null.',
    );
  }
  const order = checked.output as OrderFacts;
  currencyDecimals(order.currency, decimals);
  return order;
}
