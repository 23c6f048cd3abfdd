import type { Fulfilment, SessionRecord } from '../records.ts';
import { StoreError } from '../storeError.ts';
import { keyOf, type OrderKey } from './sessions.ts';

/** The orders' fulfilments in memory, one for each order and mode. */
export interface MemoryFulfilments {
  get(order: OrderKey): Fulfilment | undefined;
  /** Unless it is claimed already. */
  claim(session: SessionRecord): void;
  /** Those that are pending, with the time of their claim. */
  owed(): readonly { readonly sessionId: string; readonly claimedAt: number }[];
  /** Counts an attempt; `null` when it is done or unknown. */
  start(order: OrderKey): Fulfilment | null;
  /** The session whose fulfilment is done now; `null` when it was done before. */
  complete(order: OrderKey): string | null;
  delete(order: OrderKey): void;
}

export function memoryFulfilments(now: () => number): MemoryFulfilments {
  const fulfilments = new Map<string, Fulfilment>();
  const claims = new Map<string, number>();
  return {
    get: (order) => fulfilments.get(keyOf(order)),
    claim({ id, orderReference, test }) {
      const key = keyOf({ orderReference, test });
      if (fulfilments.has(key)) return;
      fulfilments.set(key, { orderReference, test, sessionId: id, state: 'pending', attempts: 0 });
      claims.set(key, now());
    },
    owed: () =>
      [...fulfilments]
        .filter(([, { state }]) => state === 'pending')
        .map(([key, { sessionId }]) => ({ sessionId, claimedAt: claims.get(key) ?? 0 })),
    start(order) {
      const fulfilment = fulfilments.get(keyOf(order));
      if (fulfilment?.state !== 'pending') return null;
      const started: Fulfilment = { ...fulfilment, attempts: fulfilment.attempts + 1 };
      fulfilments.set(keyOf(order), started);
      return started;
    },
    complete(order) {
      const fulfilment = fulfilments.get(keyOf(order));
      if (fulfilment === undefined) {
        throw new StoreError(
          'invalid_change',
          `Order ${order.orderReference} has no fulfilment to complete.`,
        );
      }
      if (fulfilment.state === 'done') return null;
      fulfilments.set(keyOf(order), { ...fulfilment, state: 'done' });
      return fulfilment.sessionId;
    },
    delete(order) {
      fulfilments.delete(keyOf(order));
      claims.delete(keyOf(order));
    },
  };
}
