import { newEvent } from '../observe/events.ts';
import type { Logger } from '../observe/logger.ts';
import type { CheckoutHandlerOptions, Price } from '../options.ts';
import { addNewEvents } from '../record/addNewEvents.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { PriceOrder } from '../shop/priceOrder.ts';
import type { SessionRecord } from '../store/contract.ts';
import { comparePrice, toPrice } from './comparePrice.ts';

/** How often a `resolveOrder` that fails is asked again before a paid order is fulfilled without its answer. */
const MOST_FAILURES = 4;

/** Whether a paid order may be fulfilled now. */
export type PriceCheck =
  | { kind: 'go'; expected: Price | null }
  /** It costs more by now than was paid, and the merchant wants it held. */
  | { kind: 'hold' }
  /** `resolveOrder` failed: ask again. */
  | { kind: 'retry'; error: string };

export interface PriceContext extends Pick<RecordContext, 'store' | 'emit' | 'decimals'> {
  readonly priceOrder: PriceOrder;
  readonly onUnderpaid: NonNullable<CheckoutHandlerOptions['onUnderpaid']>;
  readonly log: Logger;
}

/**
 * Asks the merchant once more what the order costs, at the moment when it settles: it may have changed since the page was
 * made, and the customer can pay the old page all the same (T65).
 *
 * @param attempt of the fulfilment, from 1.
 */
export async function checkPrice(
  context: PriceContext,
  session: SessionRecord,
  attempt: number,
): Promise<PriceCheck> {
  const { log, onUnderpaid, decimals } = context;
  const paid: Price = { amount: session.amount, currency: session.currency };
  let expected: Price | null;
  try {
    expected = await currentPrice(context, session);
  } catch (error) {
    log.error({ err: error, sessionId: session.id, attempt }, 'A paid order could not be priced again');
    if (attempt < MOST_FAILURES) return { kind: 'retry', error: String(error) };
    // Goods paid for are worth more than a check that cannot be made.
    await addNewEvents(context, session, [newEvent('price_unknown', { paid })]);
    return { kind: 'go', expected: null };
  }
  if (expected === null) return { kind: 'go', expected };
  switch (comparePrice(paid, expected, decimals)) {
    case 'same':
      return { kind: 'go', expected };
    case 'paid_more':
      await addNewEvents(context, session, [newEvent('overcharged', { paid, expected })]);
      return { kind: 'go', expected };
    case 'paid_less':
    case 'other_currency': {
      await addNewEvents(context, session, [newEvent('underpaid', { paid, expected, onUnderpaid })]);
      return onUnderpaid === 'hold' ? { kind: 'hold' } : { kind: 'go', expected };
    }
  }
}

/** `null`: the merchant names no price for this order any more, or the value now belongs to another order. */
async function currentPrice(
  { priceOrder, decimals }: Pick<PriceContext, 'priceOrder' | 'decimals'>,
  session: SessionRecord,
): Promise<Price | null> {
  if (session.order === null) return null;
  const order: unknown = JSON.parse(session.order);
  const facts = await priceOrder(order, { reason: 'settle', request: null, principal: null });
  if (facts === null || facts.orderReference !== session.orderReference) return null;
  return toPrice(facts, decimals);
}
