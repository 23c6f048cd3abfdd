import type { CheckoutStore, SessionRecord } from '../../../src/merchant/store/contract.ts';
import { NOT_OPEN, sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const FIRST = sessionRecord({
  ...NOT_OPEN,
  id: 'a'.repeat(32),
  orderReference: 'order',
  uniqueReference: 'first',
  amount: '10.00',
  createdAt: 1,
  notifySecretHash: 'h',
  correlationId: 'c',
});
const OPEN: SessionRecord = { ...FIRST, status: 'open', pspId: 'P', redirectUrl: 'https://pay.example/' };
const PAID: SessionRecord = { ...OPEN, status: 'completed', redirectUrl: null };
const SECOND: SessionRecord = {
  ...FIRST,
  id: 'b'.repeat(32),
  orderReference: 'other',
  uniqueReference: 'second',
};
const CLAIM = { sessionId: FIRST.id, fencingToken: 1, dueAt: 0 };
const NOTIFICATION = {
  digest: 'd'.repeat(64),
  sessionId: FIRST.id,
  verified: true,
  body: { Status: 'Processed' },
};
const event = (type: string) => ({ type, data: { type } });

/** One order from its creation to its fulfilment and purge. No step depends on what another answered. */
export const STEPS: readonly ((store: CheckoutStore) => Promise<unknown>)[] = [
  (store) => store.createSession(FIRST, [event('created'), event('priced')], 0),
  (store) => store.change({ id: FIRST.id, version: 1, next: OPEN, events: [event('opened')], dueAt: 5 }),
  (store) => store.receive(NOTIFICATION),
  (store) => store.claimOne(FIRST.id, 3_600_000, true),
  (store) => store.receiveFor({ ...NOTIFICATION, secretHash: FIRST.notifySecretHash, test: FIRST.test }),
  (store) =>
    store.change({
      id: FIRST.id,
      version: 2,
      next: PAID,
      events: [event('confirmed'), event('paid')],
      claimFulfilment: true,
      dueAt: null,
    }),
  (store) => store.startFulfilment('order', true),
  (store) => store.completeFulfilment('order', true, [event('fulfilled')]),
  (store) => store.finish(CLAIM, null),
  (store) => store.take('bucket', 5, 3_600_000),
  (store) =>
    store.createSession({ ...SECOND, status: 'failed' }, [event('created')], Number.MAX_SAFE_INTEGER),
  (store) => store.addEvents(SECOND.id, [event('late'), event('later')]),
  (store) =>
    store.change({
      id: SECOND.id,
      version: 1,
      next: { ...SECOND, status: 'failed' },
      events: [],
      dueAt: null,
    }),
  (store) => store.purge(2),
];

/** All that can be seen of the script's order, without times. */
export async function snapshot(store: CheckoutStore): Promise<unknown> {
  const one = async (id: string) => ({
    session: await store.getSession(id),
    events: (await store.listEvents(id)).map(({ sequence, type }) => [sequence, type]),
    notifications: (await store.listNotifications(id, 9)).map(({ digest, deliveries }) => [
      digest,
      deliveries,
    ]),
  });
  return {
    first: await one(FIRST.id),
    second: await one(SECOND.id),
    fulfilment: await store.getFulfilment('order', true),
    // Last, since it changes the store: who may have it now, and which claim that is.
    claim: (await store.claimOne(FIRST.id, 3_600_000, true))?.fencingToken ?? null,
    due: (await store.claimDue(9, 1, true)).length,
  };
}
