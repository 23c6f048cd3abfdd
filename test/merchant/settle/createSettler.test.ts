import { beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/merchant/poll/evidence.ts';
import { createSettler } from '../../../src/merchant/settle/createSettler.ts';
import { createRecentDetails, type RecentDetails } from '../../../src/merchant/settle/recentDetails.ts';
import type { SessionRecord, Versioned } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type ModeStore, modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

const NOW = 60_000;
const LEASE = 14_000;
const session = sessionRecord();
const told = (state: string, change: object = {}): Evidence => {
  const { pspId, uniqueReference, orderReference } = session;
  const names = { pspId, uniqueReference, orderReference, amount: '49.90', currency: 'EUR', isTest: true };
  const details = { state, status: state, cardToken: 'token-1234', ...names, ...change } as never;
  return { kind: 'transaction', source: 'notification', details, test: true };
};

describe('who settles a session', () => {
  let store: ModeStore;
  let recent: RecentDetails;
  let steps: unknown[];
  let end: () => void;

  beforeEach(async () => {
    store = modeStore(memoryStore({ now: () => NOW }), true);
    await store.createSession(session, [], 9_000_000);
    recent = createRecentDetails();
    steps = [];
    end = () => {};
  });

  const settler = () =>
    createSettler({
      store: {
        ...store,
        claimOne: async (...given) => {
          steps.push(['claim', ...given]);
          return store.claimOne(...given);
        },
      },
      clock: async () => NOW,
      emit: () => {},
      decimals: undefined,
      recentDetails: recent,
      leaseMs: LEASE,
      leasedWork: {
        sync: async ({ sessionId }, options) => {
          steps.push(['sync', sessionId, options]);
          await new Promise<void>((resolve) => {
            end = resolve;
          });
          return { session, gatewayState: 'pending', isLeased: false, finished: Promise.resolve() };
        },
        finishPaid: async ({ sessionId }, { status }, known) => {
          steps.push(['finish', sessionId, status, known, recent.of(sessionId)]);
        },
      },
    });
  const known = async () => (await store.getSession(session.id)) as Versioned<SessionRecord>;

  it('is one at a time in a process: who asks meanwhile gets the same answer', async () => {
    const { sync } = settler();
    const first = sync(session.id, { force: true });
    expect(sync(session.id, { force: false })).toBe(first);
    await new Promise(setImmediate);
    end();
    expect(await first).toMatchObject({ gatewayState: 'pending', isLeased: false });
    expect(steps).toEqual([
      ['claim', session.id, LEASE],
      ['sync', session.id, { force: true }],
    ]);
    expect(sync(session.id, { force: true })).not.toBe(first);
  });

  it('and over all of them, by the lease', async () => {
    await store.claimOne(session.id, LEASE);
    const { finished, ...result } = await settler().sync(session.id, { force: true });
    await finished;
    expect(result).toEqual({ session, gatewayState: null, isLeased: true });
    const gone = await settler().sync('f'.repeat(32), { force: true });
    expect(gone).toMatchObject({ session: null, gatewayState: null, isLeased: false });
    expect(steps.filter((step) => (step as unknown[])[0] === 'sync')).toEqual([]);
  });

  it('a payment is finished at once, with what the evidence says of it', async () => {
    const paid = told('processed');
    const { details } = paid as { details: object };
    const applied = await settler().settleByEvidence(await known(), paid);
    expect(applied).toMatchObject({ moved: true, session: { status: 'completed' } });
    expect(steps).toEqual([
      ['claim', session.id, LEASE],
      ['finish', session.id, 'completed', details, details],
    ]);
  });

  it('or by whoever holds the lease, who gets it from this process’s memory', async () => {
    await store.claimOne(session.id, LEASE);
    const paid = told('processed');
    await settler().settleByEvidence(await known(), paid);
    expect(steps).toEqual([['claim', session.id, LEASE]]);
    expect(recent.of(session.id)).toBe((paid as { details: object }).details);
    // The same once more, while it is not fulfilled: it is kept.
    await settler().settleByEvidence(await known(), paid);
    expect(recent.of(session.id)).toBe((paid as { details: object }).details);
    await store.startFulfilment('A-1');
    await store.completeFulfilment('A-1', []);
    await settler().settleByEvidence(await known(), paid);
    expect(recent.of(session.id)).toBeUndefined();
  });

  it.each([
    ['of another sum', told('processed', { amount: '1.00' })],
    ['without a sum', told('processed', { amount: null })],
    ['declined', told('declined')],
    ['pending', told('pending')],
  ])('nothing is kept or finished of one that is %s', async (_what, evidence) => {
    const kept: unknown[] = [];
    recent = { ...recent, keep: (...given) => void kept.push(given) };
    await settler().settleByEvidence(await known(), evidence);
    expect([kept, steps]).toEqual([[], []]);
  });

  it('a page that can no longer be paid ends its session, and has no details', async () => {
    const applied = await settler().settleByEvidence(await known(), { kind: 'expired', because: 'replaced' });
    expect(applied).toMatchObject({ moved: true, session: { status: 'expired' } });
    expect([steps, recent.of(session.id)]).toEqual([[], undefined]);
  });

  it('the record in hand is not read again', async () => {
    const stored = await known();
    let reads = 0;
    const { getSession } = store;
    store = {
      ...store,
      getSession: async (...given) => {
        reads += 1;
        return getSession(...given);
      },
    };
    await settler().settleByEvidence(stored, told('declined'));
    expect(reads).toBe(0);
  });

  it('nor of a session that is gone', async () => {
    const stored = await known();
    store = { ...store, change: async () => 'stale' as never, getSession: async () => null };
    expect(await settler().settleByEvidence(stored, told('processed'))).toBeNull();
    expect(steps).toEqual([]);
  });
});

it('a lease is as long as two status calls, the price and the hook may take, and five seconds', async () => {
  const leases: number[] = [];
  const harness = handlerHarness({
    handler: { limits: { answerTimeoutMs: 1_000, hookTimeoutMs: 2_000 } },
    timeouts: { statusCallMs: 3_000 },
    wrap: (store) => ({
      ...store,
      claimDue: (...given) => {
        leases.push(given[1]);
        return store.claimDue(...given);
      },
      claimOne: (...given) => {
        leases.push(given[1]);
        return store.claimOne(...given);
      },
    }),
  });
  const id = await harness.session();
  await harness.handler.sweep();
  await harness.handler.settle(id);
  expect(leases).toEqual([LEASE, LEASE]);
});
