import { beforeEach, describe, expect, it } from 'vitest';
import type { GatewayState } from '../../../src/merchant/poll/gatewayState.ts';
import type { OpenRequest } from '../../../src/merchant/session/openResult.ts';
import { type OpenSessionContext, openSession } from '../../../src/merchant/session/openSession.ts';
import type { SessionRecord, Versioned } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type ModeStore, modeStore } from '../../../src/merchant/store/modeStore.ts';
import { NOT_OPEN, sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * The rounds of one wish for a page: what is asked, waited for, ended and made, in which order, and what comes of it. Addresses end
 * at 120 s by our record and at 122 s at the gateway.
 */

const first = sessionRecord();
const second = sessionRecord({
  id: 'f'.repeat(32),
  uniqueReference: 'second',
  pspId: '850999',
  createdAt: 30_000,
});
const NEW = 'a1'.repeat(16);
const request: OpenRequest = {
  reason: 'open',
  previous: null,
  correlationId: 'c0ffee00c0ffee00',
  order: '"A-1"',
};
const order = { orderReference: 'A-1', amount: 4_990n, currency: 'EUR' };

describe('a wish for a page', () => {
  let now: number;
  let memory: ModeStore;
  let change: Partial<ModeStore>;
  /** All that is done, in its order. */
  let steps: unknown[];
  /** The gateway's answers, one for each poll; a function settles the session first. */
  let answers: (GatewayState | null | (() => Promise<GatewayState | null>))[];
  let isLeased: boolean;
  let declineEndsPage: boolean;
  let whileWaiting: () => Promise<unknown>;
  let concurrentRequestMs: number;

  beforeEach(() => {
    now = 31_000;
    memory = modeStore(memoryStore({ now: () => now }), true);
    change = {};
    steps = [];
    answers = [];
    isLeased = false;
    declineEndsPage = false;
    whileWaiting = async () => {};
    concurrentRequestMs = 8_000;
  });

  const begin = async (session: SessionRecord) => {
    await memory.createSession({ ...session, status: 'creating' }, [], 9_000_000, [first.id, second.id]);
    const next = { ...session };
    expect(await memory.change({ id: session.id, version: 1, next, events: [] })).toBe('done');
  };
  const become = async (next: SessionRecord) => {
    const { version } = (await memory.getSession(next.id)) as Versioned<SessionRecord>;
    await memory.change({ id: next.id, version, next, events: [] });
  };
  const eventsOf = async (id: string) => (await memory.listEvents(id)).map(({ type, data }) => [type, data]);

  function open(wanted: object = {}, asked: Partial<OpenRequest> = {}) {
    const context: OpenSessionContext = {
      store: {
        ...memory,
        findSessions: async (by) => {
          steps.push(['find', by]);
          return memory.findSessions(by as never);
        },
        createSession: async (record, events, dueAt, known) => {
          const { amount, currency, transactionType, test } = record;
          steps.push(['create', { amount, currency, transactionType, test }, [...(known ?? [])]]);
          return memory.createSession(record, events, dueAt, known);
        },
        ...change,
      },
      clock: async () => now,
      emit: () => {},
      decimals: undefined,
      gateway: {
        test: true,
        profile: {
          redirect: { declineEndsPage, lifetimeMs: 120_000 },
        },
        hpp: {
          create: async () => ({ pspId: '1', token: 't', redirectUrl: 'https://pay.example/page/new' }),
        },
      } as never,
      publicAddress: { publicUrl: 'https://shop.example/checkout', publicOrigin: 'https://shop.example' },
      randomHex: (bytes) => (bytes === 16 ? NEW : 'none'),
      uuid: () => 'unique-new',
      timeouts: {
        bodyMs: 1,
        createPageMs: 10_000,
        statusCallMs: 1,
        storeNotificationMs: 1,
        concurrentRequestMs,
        reusablePageMs: 20_000,
      },
      failures: { failed: () => {}, succeeded: () => {} },
      limits: { pendingHoldMs: 900_000 },
      settler: {
        sync: async (id, options) => {
          steps.push(['poll', id, options]);
          const answer = answers.shift() ?? null;
          const gatewayState = typeof answer === 'function' ? await answer() : answer;
          return { session: null, gatewayState, isLeased, finished: FINISHED };
        },
      },
      background: {
        run: (name, task) => void steps.push(['background', name, task === FINISHED]),
        running: () => null,
        drain: async () => {},
      },
      wait: async (ms) => {
        steps.push(['wait', ms]);
        now += ms;
        await whileWaiting();
      },
    };
    return openSession(context, { ...order, ...wanted }, { ...request, ...asked });
  }
  const FINISHED = Promise.resolve();
  const find = ['find', { orderReference: 'A-1' }];
  const polled = (id = first.id) => [
    ['poll', id, { force: true, opening: true }],
    ['background', 'finish a sync', true],
  ];
  const wanted = { amount: '49.90', currency: 'EUR', transactionType: 'PURC', test: true };
  const create = (...known: string[]) => ['create', wanted, known];
  const page = (sessionId: string, redirectUrl: string, expiresInMs: number) => ({
    kind: 'session',
    session: {
      sessionId,
      redirectUrl,
      expiresInMs,
      statusUrl: `https://shop.example/checkout/session/${sessionId}`,
      returnOrigin: 'https://shop.example',
      test: true,
    },
  });
  const newPage = page(NEW, 'https://pay.example/page/new', 120_000);

  it('of an order without any: one is made', async () => {
    expect(await open()).toEqual(newPage);
    expect(steps).toEqual([find, create()]);
    expect((await memory.getSession(NEW))?.value).toMatchObject({ ...wanted, order: '"A-1"' });
  });

  it('to set money aside only is handed on', async () => {
    expect(await open({ transactionType: 'AUTH' })).toEqual(newPage);
    expect(steps[1]).toEqual(['create', { ...wanted, transactionType: 'AUTH' }, []]);
  });

  it('of an order that cannot be sent is a mistake of the merchant’s', async () => {
    await expect(open({ amount: '49.905' })).rejects.toThrow(RangeError);
    expect(steps).toEqual([]);
  });

  it('gets the page that is there, once more; sessions that were read just now are not read again', async () => {
    await begin(first);
    const sessions = await memory.findSessions({ orderReference: 'A-1' });
    expect(await open({}, { sessions })).toEqual(page(first.id, first.redirectUrl ?? '', 89_000));
    expect(steps).toEqual([]);
  });

  it('T10 of an order that was paid: by which session, also where it is not the newest', async () => {
    await begin({ ...first, status: 'completed', paidAt: 1 });
    const sessions = [
      { value: { ...second, status: 'expired' as const }, version: 1 },
      ...(await memory.findSessions({ orderReference: 'A-1' })),
    ];
    expect(await open({}, { sessions })).toEqual({
      kind: 'completed',
      sessionId: first.id,
      orderReference: 'A-1',
    });
    expect(steps).toEqual([]);
  });

  it('T62 asks about the declined page that may still be paid, not about the newest', async () => {
    await begin({ ...first, status: 'failed' });
    await begin({ ...second, status: 'expired', redirectExpiresAt: 31_000 });
    answers = ['declined'];
    expect(await open()).toEqual({ kind: 'in_progress', sessionId: first.id, retryAfterMs: 91_250 });
    expect(steps).toEqual([find, ...polled()]);
    // Where a decline ends the page, the newest decides, and the gateway is asked about it first.
    declineEndsPage = true;
    answers = ['expired'];
    steps = [];
    expect(await open()).toEqual(newPage);
    expect(steps).toEqual([find, ...polled(second.id), create(second.id, first.id)]);
  });

  it('that waits for the end of another sum’s page: told when to come again', async () => {
    await begin(first);
    answers = ['pending'];
    expect(await open({ amount: '50.00' })).toEqual({
      kind: 'in_progress',
      sessionId: first.id,
      retryAfterMs: 91_250,
    });
    expect(steps).toEqual([find, ...polled()]);
  });

  it('waits for that where it is near, asks once more, ends the old page and makes a new one', async () => {
    await begin(first);
    now = 114_000;
    answers = ['pending', 'pending'];
    expect(await open()).toEqual(newPage);
    expect(steps).toEqual([find, ...polled(), ['wait', 8_250], ...polled(), create(first.id)]);
    expect((await memory.getSession(first.id))?.value).toMatchObject({
      status: 'expired',
      redirectUrl: null,
    });
    expect(await eventsOf(first.id)).toEqual([['expired', { because: 'replaced' }]]);
  });

  it('waits as long as it may and no longer: a millisecond more is another wish', async () => {
    await begin(first);
    now = 113_999;
    answers = ['pending'];
    expect(await open()).toEqual({ kind: 'in_progress', sessionId: first.id, retryAfterMs: 8_251 });
  });

  it('finds the payment that the gateway tells of', async () => {
    await begin(first);
    now = 114_000;
    answers = [
      async () => {
        await become({ ...first, status: 'completed', paidAt: now });
        return 'processed';
      },
    ];
    expect(await open()).toEqual({ kind: 'completed', sessionId: first.id, orderReference: 'A-1' });
    expect(steps).toEqual([find, ...polled()]);
  });

  it('F40 gets no page from a gateway that does not answer', async () => {
    await begin(first);
    now = 200_000;
    answers = ['unreachable'];
    expect(await open()).toEqual({ kind: 'unavailable' });
    expect(steps).toEqual([find, ...polled()]);
  });

  it('reads again in a moment where another worker polls', async () => {
    await begin(first);
    now = 114_000;
    isLeased = true;
    let rounds = 0;
    whileWaiting = async () => {
      if (++rounds === 2) await become({ ...first, status: 'completed', paidAt: now });
    };
    expect(await open()).toMatchObject({ kind: 'completed' });
    expect(steps).toEqual([find, ...polled(), ['wait', 100], ...polled(), ['wait', 100]]);
  });

  it('gives up where nothing ever changes', async () => {
    await begin(first);
    now = 114_000;
    expect(await open()).toEqual({ kind: 'in_progress', retryAfterMs: 1_000 });
    expect(steps).toEqual([find, ...Array(20).fill(polled()).flat()]);
  });

  it('T10 waits for a concurrent request that makes the page, and gets that', async () => {
    const creating = sessionRecord({ ...NOT_OPEN, createdAt: 30_000 });
    await memory.createSession(creating, [], 9_000_000);
    let rounds = 0;
    whileWaiting = async () => {
      if (++rounds === 2) await become({ ...first, createdAt: 30_000 });
    };
    expect(await open()).toEqual(page(first.id, first.redirectUrl ?? '', 88_800));
    expect(steps).toEqual([find, ['wait', 100], ['wait', 100]]);
  });

  it('and no longer than its own time: told when that request must have ended', async () => {
    concurrentRequestMs = 250;
    await memory.createSession(sessionRecord({ ...NOT_OPEN, createdAt: 30_000 }), [], 9_000_000);
    expect(await open()).toEqual({
      kind: 'in_progress',
      sessionId: first.id,
      retryAfterMs: 30_000 + 15_000 - 31_250 + 250,
    });
    expect(steps).toEqual([find, ['wait', 100], ['wait', 100], ['wait', 50]]);
  });

  it('F2 of which an earlier request has ended without a page: nobody holds its address', async () => {
    await memory.createSession(sessionRecord(NOT_OPEN), [], 9_000_000);
    expect(await open()).toEqual(newPage);
    expect(steps).toEqual([find, create(first.id)]);
    expect(await eventsOf(first.id)).toEqual([
      ['session_not_opened', { because: 'the request that made it has ended' }],
    ]);
  });

  it('T62 that another was faster than: that one’s page, and what became of it counts as known', async () => {
    change = {
      createSession: async (record, events, dueAt, known) => {
        steps.push(['create', [...(known ?? [])]]);
        if (steps.length === 2) await begin(second);
        return memory.createSession(record, events, dueAt, known);
      },
    };
    expect(await open()).toEqual(page(second.id, second.redirectUrl ?? '', 89_000));
    expect(steps.splice(0)).toEqual([find, ['create', []]]);

    memory = modeStore(memoryStore({ now: () => now }), true);
    change = {
      ...change,
      createSession: async (record, events, dueAt, known) => {
        steps.push(['create', [...(known ?? [])]]);
        if (steps.length === 2) await begin({ ...second, status: 'failed', redirectExpiresAt: 10_000 });
        return memory.createSession(record, events, dueAt, known);
      },
    };
    answers = ['declined'];
    expect(await open()).toEqual(newPage);
    expect(steps).toEqual([find, ['create', []], ...polled(second.id), ['create', [second.id]]]);
  });

  it('of a session that is gone meanwhile: a new one', async () => {
    await begin(first);
    now = 114_000;
    change = { getSession: async (id) => (id === first.id ? null : memory.getSession(id)) };
    answers = ['pending'];
    whileWaiting = async () => {
      await become({ ...first, status: 'expired' });
    };
    expect(await open()).toEqual(newPage);
  });
});
