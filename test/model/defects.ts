import type { Change, CheckoutStore, Fulfilment } from '../../src/merchant/store/contract.ts';
import type { Break } from './breaks.ts';

type Defect = (store: CheckoutStore) => CheckoutStore;

const changing =
  (change: (change: Change) => Change): Defect =>
  (store) => ({ ...store, change: (given) => store.change(change(given)) });

/** A second payment is fulfilled in the first one's place. */
const stealing: Defect = (store) => {
  let thief: string | null = null;
  const stolen = (fulfilment: Fulfilment | null): Fulfilment | null =>
    fulfilment !== null && thief !== null
      ? { ...fulfilment, sessionId: thief, state: 'pending' }
      : fulfilment;
  return {
    ...store,
    async change(change) {
      const result = await store.change(change);
      if (result !== 'fulfilment_taken') return result;
      thief = change.id;
      return store.change({ ...change, claimFulfilment: false });
    },
    getFulfilment: async (order, test) => stolen(await store.getFulfilment(order, test)),
    startFulfilment: async (order, test) =>
      thief === null ? store.startFulfilment(order, test) : stolen(await store.getFulfilment(order, test)),
  };
};

/** Known defects of the handler, as its store would see them. */
export const defects: Partial<Record<Break, Defect>> = {
  'a pending payment claims the fulfilment': changing((change) =>
    change.next.status === 'pending' ? { ...change, claimFulfilment: true } : change,
  ),
  'a second payment takes the first one’s place': stealing,
  'a failed session goes back to pending': changing((change) =>
    change.next.status === 'failed' && change.events.length === 0
      ? { ...change, next: { ...change.next, status: 'pending' } }
      : change,
  ),
  'a late payment is not told': changing((change) => ({
    ...change,
    events: change.events.filter(({ type }) => type !== 'late_payment'),
  })),
  'a second payment is not told': changing((change) => ({
    ...change,
    events: change.events.filter(({ type }) => type !== 'overpaid'),
  })),
  'a paid session is not due until it is fulfilled': changing((change) =>
    change.claimFulfilment ? { ...change, dueAt: null } : change,
  ),
};
