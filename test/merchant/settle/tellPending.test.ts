import { expect, it } from 'vitest';
import { createTellPending } from '../../../src/merchant/settle/tellPending.ts';
import type { SessionRecord, Versioned } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * Who is told that a payment is under way, of what, and when again.
 */

const NOW = 90_000;
const back = sessionRecord({ status: 'pending', returnedAt: 40_000, sentBackAt: 45_000 });

async function open(
  change: Partial<SessionRecord> = {},
  failures: unknown[] = [],
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const store = modeStore(memoryStore({ now: () => NOW }), true);
  const session = { ...back, ...change };
  await store.createSession(session, [], 9_000_000);
  const told: unknown[] = [];
  const emitted: string[] = [];
  const lines: unknown[] = [];
  const tell = createTellPending({
    store,
    clock: async () => NOW,
    emit: (events) => void emitted.push(...events.map(({ type }) => type)),
    decimals: undefined,
    hooks: {
      onPending: async (...given) => {
        told.push(given);
        await meanwhile();
        const error = failures.shift();
        if (error !== undefined) throw error;
      },
    },
    log: { error: (...line: unknown[]) => lines.push(line) } as never,
  });
  const record = async () => (await store.getSession(session.id))?.value;
  const events = async () => (await store.listEvents(session.id)).map(({ type, data }) => [type, data]);
  return { store, session, tell, told, emitted, lines, record, events };
}

const order = {
  orderReference: 'A-1',
  sessionId: back.id,
  amount: '49.90',
  currency: 'EUR',
  pspId: '850907',
  uniqueReference: back.uniqueReference,
  test: true,
  correlationId: back.correlationId,
  since: new Date(45_000),
};

it('is told once, since when the customer has been back, and that is on record', async () => {
  const { session, tell, told, emitted, record, events } = await open();
  expect(await tell(session, 'pending')).toBeNull();
  expect(told).toEqual([[order, 1]]);
  expect(await record()).toEqual({ ...session, pendingToldAt: NOW, pendingAttempts: 1 });
  expect(await events()).toEqual([['pending_told', { attempt: 1 }]]);
  expect(emitted).toEqual(['pending_told']);
  expect(await tell({ ...session, pendingToldAt: NOW }, 'pending')).toBeNull();
  // Also where the caller's record is an old one.
  expect(await tell(session, 'pending')).toBeNull();
  expect([told.length, (await record())?.pendingAttempts]).toEqual([1, 1]);
});

it('is on record once where another process has told it at the same moment', async () => {
  const harness = await open({}, [], async () => {
    const { value, version } = (await harness.store.getSession(back.id)) as Versioned<SessionRecord>;
    const next = { ...value, pendingToldAt: NOW - 1 };
    await harness.store.change({ id: back.id, version, next, events: [] });
  });
  expect(await harness.tell(harness.session, 'pending')).toBeNull();
  expect((await harness.record())?.pendingToldAt).toBe(NOW - 1);
  expect([await harness.events(), harness.emitted]).toEqual([[], []]);
});

it.each<[string, Partial<SessionRecord>, 'pending' | 'unknown' | 'unconfirmed' | 'processed']>([
  ['T61 who came by an address that anybody knows', { sentBackAt: null }, 'pending'],
  ['whose session is open', { status: 'open' }, 'pending'],
  ['whose payment failed', { status: 'failed' }, 'pending'],
  ['who was told of before', { pendingToldAt: 1 }, 'pending'],
  ['of whom the gateway says another word', {}, 'unknown'],
  ['who has paid a sum that it does not say', {}, 'unconfirmed'],
  ['who has paid', {}, 'processed'],
])('is not told of a customer %s', async (_who, change, state) => {
  const { session, tell, told, record, events } = await open(change);
  expect(await tell(session, state)).toBeNull();
  expect([told, await events(), await record()]).toEqual([[], [], session]);
});

it('is nobody’s where there is no hook', async () => {
  const { store, session, record } = await open();
  const tell = createTellPending({
    store,
    clock: async () => NOW,
    emit: () => {},
    decimals: undefined,
    hooks: {},
    log: {} as never,
  });
  expect(await tell(session, 'pending')).toBeNull();
  expect(await record()).toEqual(session);
});

it('F45 is told again later where the shop did not take it; the tenth failure is an alert, once', async () => {
  const failures = Array.from({ length: 11 }, () => new Error('closed'));
  const { session, tell, told, emitted, lines, record, events } = await open({}, failures);
  for (let attempt = 1; attempt <= 11; attempt++) {
    expect(await tell(session, 'pending')).toBe(NOW + 2 ** attempt * 1_000);
    expect((await record())?.pendingToldAt).toBeNull();
  }
  expect(await tell(session, 'pending')).toBeNull();
  expect(told).toEqual(Array.from({ length: 12 }, (_, n) => [order, n + 1]));
  const failed = (attempt: number) => ['pending_failed', { attempt, error: 'Error: closed' }];
  expect(await events()).toEqual([
    ...Array.from({ length: 10 }, (_, n) => failed(n + 1)),
    ['pending_failing', { attempt: 10, error: 'Error: closed' }],
    failed(11),
    ['pending_told', { attempt: 12 }],
  ]);
  expect(emitted).toEqual((await events()).map(([type]) => type));
  expect(lines).toHaveLength(11);
  expect(lines[0]).toEqual([
    { err: expect.objectContaining({ message: 'closed' }), sessionId: session.id, attempt: 1 },
    'onPending failed; it will be called again',
  ]);
});
