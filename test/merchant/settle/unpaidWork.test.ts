import { beforeEach, describe, expect, it } from 'vitest';
import { newEvent } from '../../../src/merchant/observe/events.ts';
import { createUnpaidWork } from '../../../src/merchant/settle/unpaidWork.ts';
import type { NewEvent, SessionRecord } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type ModeStore, modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * When the merchant is told that an order will not be paid, what of it, and when the session is due again. Addresses end at
 * 122 s, and the grace is ten.
 */

const DAY = 86_400_000;
const GRACE = 10_000;
const DUE = 132_000;
const first = sessionRecord({ status: 'failed', redirectUrl: null, endedAt: 100_000, checkedAt: 125_000 });
const second = sessionRecord({
  ...first,
  id: 'f'.repeat(32),
  uniqueReference: 'second',
  pspId: '850999',
  createdAt: 50_000,
  amount: '59.90',
  status: 'expired',
  sentBackAt: 60_000,
  correlationId: 'second-click',
});

const unopened = sessionRecord({
  ...first,
  id: 'e'.repeat(32),
  uniqueReference: 'third',
  createdAt: 90_000,
  redirectExpiresAt: null,
  amount: '69.90',
  correlationId: 'third-click',
});

describe('an order that will not be paid', () => {
  let now: number;
  let memory: ModeStore;
  let change: Partial<ModeStore>;
  let told: unknown[];
  let emitted: string[];
  let lines: unknown[];
  let failures: unknown[];
  /** Which sessions were made due, and when. */
  let brought: unknown[];

  beforeEach(() => {
    now = DUE;
    memory = modeStore(memoryStore({ now: () => now }), true);
    change = {};
    told = [];
    emitted = [];
    lines = [];
    failures = [];
    brought = [];
  });

  const begin = async (session: SessionRecord, events: readonly NewEvent[] = []) => {
    await memory.createSession({ ...session, status: 'creating' }, events, 9_000_000, [first.id, second.id]);
    const next = { ...session };
    expect(await memory.change({ id: session.id, version: 1, next, events: [] })).toBe('done');
  };
  const work = (options: { unpaidGraceMs?: number; hasHook?: boolean } = { unpaidGraceMs: GRACE }) =>
    createUnpaidWork({
      store: {
        ...memory,
        bringForward: async (...given) => {
          brought.push(given);
        },
        ...change,
      },
      clock: async () => now,
      emit: (events, session) =>
        void emitted.push(...events.map(({ type }) => `${type} ${session?.id === first.id}`)),
      decimals: undefined,
      ...(options.unpaidGraceMs === undefined ? {} : { unpaidGraceMs: options.unpaidGraceMs }),
      hooks:
        options.hasHook === false
          ? {}
          : {
              onUnpaid: async (...given) => {
                told.push(given);
                const error = failures.shift();
                if (error !== undefined) throw error;
              },
            },
      log: { error: (...line: unknown[]) => lines.push(line) } as never,
    });
  const eventsOf = async (id: string) => (await memory.listEvents(id)).map(({ type, data }) => [type, data]);
  const order = {
    orderReference: 'A-1',
    sessionIds: [first.id],
    amount: '49.90',
    currency: 'EUR',
    why: 'expired',
    test: true,
    correlationId: first.correlationId,
    firstTriedAt: new Date(0),
    lastTriedAt: new Date(0),
  };

  it.each([[{ unpaidGraceMs: GRACE, hasHook: false }], [{}]])(
    'is nobody’s without a hook or a grace: nothing is read (%j)',
    async (options) => {
      memory = new Proxy(memory, { get: () => () => Promise.reject(new Error('asked')) });
      const unpaid = work(options);
      expect([
        await unpaid.repeat(first),
        await unpaid.release(first, 'declined'),
        unpaid.postpone(first, now),
      ]).toEqual([null, null, null]);
    },
  );

  it('is told when its grace is over, once, and not before', async () => {
    await begin(first, [newEvent('failed', { state: 'cancelled' })]);
    now = DUE - 1;
    expect(await work().release(first, 'cancelled')).toBe(DUE);
    expect([told, brought]).toEqual([[], []]);
    now = DUE;
    expect(await work().release(first, 'cancelled')).toBeNull();
    expect(told).toEqual([[{ ...order, why: 'cancelled' }, 1]]);
    expect(await eventsOf(first.id)).toEqual([
      ['failed', { state: 'cancelled' }],
      ['order_unpaid', { why: 'cancelled', sessions: 1 }],
      ['unpaid_told', { attempt: 1 }],
    ]);
    expect(emitted).toEqual(['order_unpaid true', 'unpaid_told true']);
    expect(await work().release(first, 'cancelled')).toBeNull();
    expect(await work().repeat(first)).toBeNull();
    expect(told).toHaveLength(1);
  });

  it('names all its sessions, in the words of the last that was opened', async () => {
    await begin(first, [newEvent('failed', { state: 'cancelled' })]);
    await begin(second, [newEvent('expired', { because: 'age' })]);
    await begin(unopened, [newEvent('session_not_opened', { because: 'refused' })]);
    expect(await work().release(first, 'cancelled')).toBeNull();
    expect(told).toEqual([
      [
        {
          ...order,
          sessionIds: [first.id, second.id, 'e'.repeat(32)],
          amount: '69.90',
          correlationId: 'third-click',
          // The customer had finished on the page, so it was not left.
          why: 'expired',
          lastTriedAt: new Date(90_000),
        },
        1,
      ],
    ]);
  });

  it('has ended as the only one that was opened has', async () => {
    await begin(first, [newEvent('failed', { state: 'cancelled' })]);
    await begin(unopened, [newEvent('session_not_opened', { because: 'refused' })]);
    expect(await work().release(first, 'cancelled')).toBeNull();
    expect(told).toMatchObject([[{ sessionIds: [first.id, unopened.id], why: 'cancelled' }, 1]]);
  });

  it('is nothing to read again of a session that has not ended, and to begin again of one that has told it', async () => {
    const asked: string[] = [];
    change = {
      getRelease: async (...given) => {
        asked.push('read');
        return memory.getRelease(...given);
      },
      startRelease: async (...given) => {
        asked.push('begin');
        return memory.startRelease(...given);
      },
    };
    expect(await work().repeat({ ...first, status: 'open' })).toBeNull();
    expect(asked).toEqual([]);
    await begin(first);
    await begin(second);
    expect(await work().repeat(first)).toBeNull();
    expect(asked.splice(0)).toEqual(['read']);
    failures = [new Error('closed')];
    expect(await work().release(first, 'declined')).toBe(DUE + 2_000);
    asked.length = 0;
    expect(await work().repeat(second)).toBeNull();
    expect(asked.splice(0)).toEqual(['read']);
    expect(await work().repeat(first)).toBeNull();
    expect(asked.splice(0)).toEqual(['read', 'begin']);
    expect(await work().repeat(first)).toBeNull();
    expect(asked).toEqual(['read']);
  });

  it('is nobody’s where none of its sessions is there any more', async () => {
    await begin(first);
    failures = [new Error('closed')];
    await work().release(first, 'declined');
    change = { findSessions: async () => [] };
    await expect(work().repeat(first)).rejects.toThrow('An order without sessions is not unpaid.');
    expect(told).toHaveLength(1);
  });

  it('is written once: an end that is known already is no change', async () => {
    let changes = 0;
    change = {
      change: async (...given) => {
        changes += 1;
        return memory.change(...given);
      },
    };
    await begin(first);
    now = DUE - 1;
    expect(await work().release(first, 'declined')).toBe(DUE);
    expect(changes).toBe(0);
    expect(await work().release({ ...first, endedAt: null }, 'unknown')).toBe(now + DAY);
  });

  it('does not have the session polled again that was polled just now', async () => {
    await begin({ ...first, checkedAt: 110_000 });
    now = 110_000;
    expect(await work().release({ ...first, checkedAt: 110_000 }, 'declined')).toBe(DUE);
    expect([told, brought]).toEqual([[], []]);
  });

  it('has a session polled whose end nobody knows', async () => {
    await begin(first);
    await begin({ ...second, endedAt: null });
    expect(await work().release(first, 'declined')).toBeNull();
    expect([told, brought]).toEqual([[], [[second.id, DUE]]]);
  });

  it('is not told while a session of it is open, or of a session that is', async () => {
    await begin(first);
    await begin({ ...second, status: 'open', endedAt: null });
    expect(await work().release(first, 'declined')).toBeNull();
    expect(await work().release({ ...first, status: 'open' }, 'declined')).toBeNull();
    expect(await work().repeat({ ...first, status: 'completed' })).toBeNull();
    expect([told, brought]).toEqual([[], []]);
  });

  it('waits for the last of its sessions, and has those polled that nobody has asked about since they ended', async () => {
    await begin(first);
    await begin({ ...second, endedAt: 200_000, checkedAt: 121_999 });
    now = 150_000;
    expect(await work().release(first, 'declined')).toBe(210_000);
    expect(brought).toEqual([[second.id, 150_000]]);
    now = 210_000;
    expect(await work().release(first, 'declined')).toBe(215_000);
    expect(brought).toHaveLength(2);
    expect(told).toEqual([]);
  });

  it('of which a session may still be paid is asked about daily, for ninety days', async () => {
    await begin(first);
    now = 90 * DAY - 1;
    expect(await work().release(first, 'unknown')).toBe(now + DAY);
    expect((await memory.getSession(first.id))?.value.endedAt).toBeNull();
    now = 90 * DAY;
    expect(await work().release(first, 'unknown')).toBeNull();
    expect(told).toEqual([]);
  });

  it('whose payment came meanwhile is nobody’s to tell', async () => {
    await begin({ ...first, status: 'completed' });
    change = { findSessions: () => Promise.reject(new Error('asked')) };
    expect(await work().release(first, 'unknown')).toBeNull();
    expect((await memory.getSession(first.id))?.value).toMatchObject({
      status: 'completed',
      endedAt: 100_000,
    });
  });

  it('whose record is gone is judged by what is known of it', async () => {
    change = { getSession: async () => null };
    await begin(first);
    expect(await work().release({ ...first, endedAt: null }, 'unreachable')).toBe(DUE + DAY);
    expect(await work().release(first, 'unknown')).toBeNull();
    expect(told).toHaveLength(1);
  });

  it.each([
    ['stale', DUE + 5_000],
    ['not_owed', null],
  ])('that another has changed meanwhile (%s) is not told now', async (kind, dueAt) => {
    const asked: unknown[] = [];
    change = {
      startRelease: async (start) => {
        asked.push(start);
        return { kind } as never;
      },
    };
    await begin(first, [newEvent('failed', { state: 'declined' })]);
    expect(await work().release(first, 'declined')).toBe(dueAt);
    expect(asked).toEqual([
      {
        sessionId: first.id,
        orderReference: 'A-1',
        sessions: 1,
        events: [newEvent('order_unpaid', { why: 'declined', sessions: 1 })],
      },
    ]);
    expect([told, emitted]).toEqual([[], []]);
  });

  it('that is paid while it is told: that is not said to be done', async () => {
    change = { completeRelease: async () => false };
    await begin(first);
    expect(await work().release(first, 'declined')).toBeNull();
    expect(emitted).toEqual(['order_unpaid true']);
  });

  it('F45 that the shop did not take is told again under the session that began, later and later', async () => {
    await begin(first);
    failures = Array.from({ length: 11 }, () => new Error('closed'));
    expect(await work().release(first, 'declined')).toBe(DUE + 2_000);
    expect(await work().repeat(second)).toBeNull();
    // A session that was opened since is not among those that had ended.
    await begin({ ...second, status: 'open', endedAt: null });
    expect(await work().release(first, 'declined')).toBe(DUE + 4_000);
    for (let attempt = 3; attempt <= 11; attempt++) {
      expect(await work().repeat(first)).toBe(DUE + 2 ** attempt * 1_000);
    }
    expect(await work().repeat(first)).toBeNull();
    expect(told.map((given) => (given as [object, number])[1])).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
    expect(told.at(-1)).toEqual([order, 12]);
    const failed = (attempt: number) => ['unpaid_failed', { attempt, error: 'Error: closed' }];
    const events = await eventsOf(first.id);
    expect(events).toEqual([
      ['order_unpaid', { why: 'expired', sessions: 1 }],
      ...Array.from({ length: 10 }, (_, n) => failed(n + 1)),
      ['unpaid_failing', { attempts: 10, error: 'Error: closed' }],
      failed(11),
      ['unpaid_told', { attempt: 12 }],
    ]);
    expect(emitted).toEqual(events.map(([type]) => `${type} true`));
    expect(lines).toHaveLength(11);
    expect(lines[0]).toEqual([
      { err: expect.objectContaining({ message: 'closed' }), sessionId: first.id, attempt: 1 },
      'onUnpaid failed; it will be called again',
    ]);
  });

  it('is left alone for a minute where somebody is about to try again', () => {
    expect(work().postpone(first, 7)).toBe(60_007);
    expect(work().postpone({ ...first, status: 'open' }, 7)).toBeNull();
  });
});
