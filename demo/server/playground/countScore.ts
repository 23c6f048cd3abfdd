import type { TransactionView } from 'hpp-checkout/sandbox';
import type { Score } from '../../wire/score.ts';
import type { Parcels } from '../merchant/parcels.ts';

/** Longer than a notification that was lost takes to be made up for, and than a killed server is away. */
const LOST_AFTER_MS = 90_000;

type Paid = Pick<TransactionView, 'orderReference' | 'state' | 'kind' | 'createdAt' | 'changedAt'>;

/** Counts orders, not events: the gateway's book against the shop's parcels. */
export function countScore(
  transactions: readonly Paid[],
  parcels: Pick<Parcels, 'byOrder' | 'since'>,
  now: number,
): Score {
  const byOrder = parcels.byOrder();
  const since = parcels.since();
  /** When each order was first paid. */
  const paid = new Map<string, number>();
  for (const { kind, state, orderReference, createdAt, changedAt } of transactions) {
    if (kind !== 'payment' || state !== 'processed' || createdAt < since) continue;
    paid.set(orderReference, Math.min(changedAt, paid.get(orderReference) ?? changedAt));
  }
  const lost = [...paid].filter(([order, at]) => !byOrder.has(order) && now - at > LOST_AFTER_MS);
  const doubled = [...byOrder.values()].filter((count) => count > 1);
  return { paid: paid.size, shipped: byOrder.size, lost: lost.length, doubled: doubled.length };
}
