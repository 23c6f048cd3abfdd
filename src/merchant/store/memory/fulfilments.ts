import type { Fulfilment, SessionRecord } from '../records.ts';
import { StoreError } from '../storeError.ts';
import { keyOf, type OrderKey } from './sessions.ts';

/** The orders' fulfilments in memory, one for each order and mode. */
export interface MemoryFulfilments {
  get(order: OrderKey): Fulfilment | undefined;
  /** Unless it is claimed already. */
  claim(session: SessionRecord): void;
  /** Counts an attempt; `null` when it is done or unknown. */
  start(order: OrderKey): Fulfilment | null;
  /** The session whose fulfilment is done now; `null` when it was done before. */
  complete(order: OrderKey): string | null;
  delete(order: OrderKey): void;
}

export function memoryFulfilments(): MemoryFulfilments {
  const fulfilments = new Map<string, Fulfilment>();
  return {
    get: (order) => fulfilments.get(keyOf(order)),
    claim({ id, orderReference, test }) {
      const key = keyOf({ orderReference, test });
      if (fulfilments.has(key)) return;
      fulfilments.set(key, { orderReference, test, sessionId: id, state: 'pending', attempts: 0 });
    },
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
    delete: (order) => void fulfilments.delete(keyOf(order)),
  };
}
