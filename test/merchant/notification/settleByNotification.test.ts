import { beforeEach, describe, expect, it } from 'vitest';
import {
  hasDetailsToDeliver,
  settleAndDeliver,
  settleByNotification,
} from '../../../src/merchant/notification/settleByNotification.ts';
import type { SessionRecord } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type ModeStore, modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * What a notification sets off: a settlement by it or by a poll, the delivery of its details, and what its sender is told.
 */

const session = sessionRecord();
const told = (change: object = {}) =>
  ({
    state: 'processed',
    pspId: '850907',
    uniqueReference: session.uniqueReference,
    orderReference: 'A-1',
    amount: '49.90',
    currency: 'EUR',
    isTest: true,
    cardToken: 'token-1234',
    ...change,
  }) as never;

describe('a notification of a session', () => {
  let store: ModeStore;
  let steps: unknown[];
  let delivered: object;

  beforeEach(async () => {
    store = modeStore(memoryStore({ now: () => 5 }), true);
    await store.createSession(session, [], 9_000_000);
    steps = [];
    delivered = { delivered: true };
  });

  const hook = async () => {};
  const context = (
    confirmWith: 'notification' | 'status' = 'notification',
    hooks: object = { onPayment: hook, onPaymentDetails: hook },
  ) =>
    ({
      store: {
        ...store,
        listEvents: async (id: string) => {
          steps.push(['events', id]);
          return store.listEvents(id);
        },
      },
      emit: () => {},
      gateway: { test: true },
      confirmWith,
      decimals: undefined,
      hooks,
      settler: {
        settleByEvidence: async ({ value }: { value: SessionRecord }, evidence: unknown) =>
          void steps.push(['settle', value.id, evidence]),
        sync: async (...given: unknown[]) => {
          steps.push(['sync', ...given]);
          const finished = new Promise(setImmediate).then(() => void steps.push('finished'));
          return { finished };
        },
      },
      deliverDetails: async ({ id, status }: SessionRecord, details: unknown, source: string) => {
        steps.push(['deliver', id, status, details, source]);
        return delivered;
      },
    }) as never;
  const found = async () => (await store.getSession(session.id)) as never;
  const become = async (next: SessionRecord, claimFulfilment = false) => {
    const stored = await store.getSession(next.id);
    await store.change({ id: next.id, version: stored?.version ?? 0, next, events: [], claimFulfilment });
  };
  const EVIDENCE = (notification: unknown) => ({
    kind: 'transaction',
    source: 'notification',
    details: notification,
    test: true,
  });

  it('settles by itself where it is signed and may be trusted, else by a poll that is waited for', async () => {
    const notification = told();
    await settleByNotification(context(), await found(), notification);
    expect(steps.splice(0)).toEqual([['settle', session.id, EVIDENCE(notification)]]);
    const polled = [['sync', session.id, { force: false }], 'finished'];
    await settleByNotification(context('status'), await found(), notification);
    expect(steps.splice(0)).toEqual(polled);
    await settleByNotification(context(), await found(), null);
    expect(steps.splice(0)).toEqual(polled);
  });

  it('looks for an earlier fulfilment without its token where onPayment alone would have taken it', async () => {
    const alone = { onPayment: hook };
    const types = () => steps.splice(0).map((step) => (step as unknown[])[0]);
    await settleByNotification(context('notification', alone), await found(), told());
    expect(types()).toEqual(['settle', 'events']);
    await settleByNotification(context('notification', alone), await found(), told({ cardToken: null }));
    expect(types()).toEqual(['settle']);
    await settleByNotification(context('notification', alone), await found(), null);
    expect(types()).toEqual(['sync', 'f']);
  });

  it.each([
    ['paid, of this session', {}, {}, true],
    ['declined', { state: 'declined' }, {}, false],
    ['of another sum', { amount: '1.00' }, {}, false],
    ['without a sum', { amount: null }, {}, false],
    ['live', { isTest: false }, {}, false],
    ['delivered before', {}, { details: 'notification' }, false],
    ['delivered before without its token', {}, { details: 'notification_without_token' }, true],
    ['delivered from a status answer', {}, { details: 'status' }, true],
  ])('holds its sender until the details are taken: %s', async (_what, change, record, isHeld) => {
    const ours = sessionRecord(record as Partial<SessionRecord>);
    expect(hasDetailsToDeliver(context(), ours, told(change))).toBe(isHeld);
    expect(hasDetailsToDeliver(context('notification', { onPayment: hook }), ours, told(change))).toBe(false);
  });

  const again = (detail: string) => ({
    code: 'notification_not_handled',
    details: { detail, retryAfterMs: 30_000 },
  });

  it('is asked for again while the payment is not confirmed', async () => {
    const expected = again('The payment is not confirmed yet. Send the notification again.');
    await expect(settleAndDeliver(context('status'), await found(), told())).rejects.toMatchObject(expected);
    expect(steps).toEqual([['sync', session.id, { force: false }], 'finished']);
  });

  it('has its details delivered once it is, and is asked for again where they were not taken', async () => {
    const paid: SessionRecord = { ...session, status: 'completed', paidAt: 5 };
    await become(paid, true);
    const notification = told();
    await settleAndDeliver(context(), await found(), notification);
    expect(steps).toEqual([
      ['settle', session.id, EVIDENCE(notification)],
      ['deliver', session.id, 'completed', notification, 'notification'],
    ]);
    delivered = { delivered: false, attempts: 1 };
    const expected = again('The notification was stored, and could not be handed on. Send it again.');
    await expect(settleAndDeliver(context(), await found(), told())).rejects.toMatchObject(expected);
  });

  it('T10 is taken, and delivers nothing, where another session fulfils the order, or none', async () => {
    await become({ ...session, status: 'completed', paidAt: 5 });
    await settleAndDeliver(context(), await found(), told());
    expect(steps.map((step) => (step as unknown[])[0])).toEqual(['settle']);
  });

  it('is taken where its session is gone by then', async () => {
    const stored = await found();
    store = { ...store, getSession: async () => null };
    await settleAndDeliver(context(), stored, told());
    expect(steps.map((step) => (step as unknown[])[0])).toEqual(['settle']);
  });
});
