import { newEvent } from '../observe/events.ts';
import type { Price } from '../options.ts';
import type { Parts } from '../parts.ts';
import { addNewEvents } from '../record/knownEvents.ts';
import { priceOrder } from '../shop/priceOrder.ts';
import type { SessionRecord } from '../store/contract.ts';
import { comparePrice, toPrice } from './comparePrice.ts';

/** How often a `resolveOrder` that fails is asked again before a paid order is fulfilled without its word. */
const MOST_FAILURES = 4;

/** Whether a paid order may be fulfilled now. */
export type PriceCheck =
  | { kind: 'go'; expected: Price | null }
  /** It costs more by now than was paid, and the merchant wants it held. */
  | { kind: 'hold' }
  /** `resolveOrder` failed: ask again. */
  | { kind: 'again' };

/**
 * Asks the merchant once more what the order costs, at the moment when it settles: it may have changed since the page was
 * made, and the customer can pay the old page all the same (T65).
 *
 * @param attempt of the fulfilment, from 1.
 */
export async function checkPrice(parts: Parts, session: SessionRecord, attempt: number): Promise<PriceCheck> {
  const { settings, gateway } = parts;
  const { decimals } = gateway.profile.limits;
  const paid: Price = { amount: session.amount, currency: session.currency };
  let expected: Price | null;
  try {
    expected = await askPrice(parts, session);
  } catch (error) {
    parts.log.error({ err: error, sessionId: session.id, attempt }, 'A paid order could not be priced again');
    if (attempt < MOST_FAILURES) return { kind: 'again' };
    // Goods paid for are worth more than a check that cannot be made.
    await addNewEvents(parts, session, [newEvent('price_unknown', { paid })]);
    return { kind: 'go', expected: null };
  }
  if (expected === null) return { kind: 'go', expected };
  switch (comparePrice(paid, expected, decimals)) {
    case 'same':
      return { kind: 'go', expected };
    case 'paid_more':
      await addNewEvents(parts, session, [newEvent('overcharged', { paid, expected })]);
      return { kind: 'go', expected };
    case 'paid_less':
    case 'other_currency': {
      const { onUnderpaid } = settings;
      await addNewEvents(parts, session, [newEvent('underpaid', { paid, expected, onUnderpaid })]);
      return onUnderpaid === 'hold' ? { kind: 'hold' } : { kind: 'go', expected };
    }
  }
}

/** `null`: the merchant names no price for this order any more, or the value now belongs to another order. */
async function askPrice(parts: Parts, session: SessionRecord): Promise<Price | null> {
  if (session.order === null) return null;
  const order: unknown = JSON.parse(session.order);
  const facts = await priceOrder(parts, order, { reason: 'settle', request: null, principal: null });
  if (facts === null || facts.orderReference !== session.orderReference) return null;
  return toPrice(facts, parts.gateway.profile.limits.decimals);
}
