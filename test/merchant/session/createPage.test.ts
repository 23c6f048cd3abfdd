import { describe, expect, it } from 'vitest';
import { GatewayRejectedError } from '../../../src/gateway/errors/answerErrors.ts';
import { ConnectionError } from '../../../src/gateway/errors/connectionErrors.ts';
import { newEvent } from '../../../src/merchant/observe/events.ts';
import { sha256 } from '../../../src/merchant/platform/sha256.ts';
import { type CreatePageContext, createPage } from '../../../src/merchant/session/createPage.ts';
import { nextPollAt } from '../../../src/merchant/settle/schedule.ts';
import type { Change, SessionRecord } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type ModeStore, modeStore } from '../../../src/merchant/store/modeStore.ts';
import { NOT_OPEN, sessionRecord } from '../../../src/testing/store/sessionRecord.ts';
import { fakeGateway } from '../../support/fakeGateway.ts';

/*
 * One new page, from the record to the address: what is stored, in which order, what the gateway is asked, and what becomes of it
 * when there is no page.
 */

const NOW = 1_000_000;
const ID = 'a1'.repeat(16);
const SECRET = 'b2'.repeat(16);
const order = { orderReference: 'A-1', amount: '49.90', currency: 'EUR' };
const wanted = { amount: '49.90', currency: 'EUR', transactionType: 'PURC', test: true } as const;
const request = {
  reason: 'renew',
  previous: 's-0',
  correlationId: 'c0ffee00c0ffee00',
  order: '"A-1"',
  app: null,
} as const;
const PAGE = { pspId: '850907', token: 'token', redirectUrl: 'https://pay.example/page/1' };

/** The record as it is stored before the gateway is asked. */
const creating: SessionRecord = {
  ...sessionRecord(NOT_OPEN),
  id: ID,
  uniqueReference: 'unique-1',
  createdAt: NOW,
  notifySecretHash: await sha256(SECRET),
  correlationId: request.correlationId,
  order: '"A-1"',
};

function open(
  change: {
    page?: object;
    replyMs?: number;
    wrap?: (store: ModeStore) => Partial<ModeStore>;
    known?: string[];
  } = {},
) {
  let now = NOW;
  const memory = modeStore(memoryStore({ now: () => now }), true);
  const store: ModeStore = { ...memory, ...change.wrap?.(memory) };
  const steps: unknown[] = [];
  const changes: Change[] = [];
  const noted: unknown[] = [];
  const gateway = fakeGateway();
  const created: unknown[] = [];
  const context: CreatePageContext = {
    store: {
      ...store,
      createSession: async (...given) => {
        steps.push('recorded');
        created.push(given);
        return store.createSession(...given);
      },
      change: async (given) => {
        changes.push(given);
        return store.change(given);
      },
    },
    clock: async () => now,
    emit: (events, session) => steps.push(...events.map(({ type }) => `${type} ${session?.id === ID}`)),
    decimals: undefined,
    gateway: {
      profile: gateway.profile,
      test: true,
      hpp: {
        create: async (...given: unknown[]) => {
          steps.push('asked');
          noted.push(given);
          now += change.replyMs ?? 3_000;
          if (change.page instanceof Error) throw change.page;
          return { ...PAGE, ...change.page } as never;
        },
      },
    },
    publicAddress: { publicUrl: 'https://shop.example/checkout', publicOrigin: 'https://shop.example' },
    randomHex: (
      (texts) => () =>
        texts.shift() ?? 'none'
    )([SECRET, ID]),
    uuid: () => 'unique-1',
    timeouts: { createPageMs: 7_000 },
    failures: {
      failed: (...given) => steps.push(['failed', ...given]),
      succeeded: (what) => steps.push(['succeeded', what]),
    },
  };
  const make = () => createPage(context, { ...order, language: 'it' }, wanted, request, change.known ?? []);
  return { make, memory, steps, changes, created, noted };
}

describe('a new page', () => {
  it('is recorded, asked for, recorded and handed out, in this order', async () => {
    const { make, steps, changes, created, noted } = open({ known: ['s-0'] });
    expect(await make()).toEqual({
      kind: 'session',
      session: {
        sessionId: ID,
        redirectUrl: PAGE.redirectUrl,
        // The address was made at most as long ago as the reply took; two seconds of that are slack.
        expiresInMs: 118_000,
        statusUrl: `https://shop.example/checkout/session/${ID}`,
        returnOrigin: 'https://shop.example',
        test: true,
      },
    });
    const event = newEvent('session_created', {
      reason: 'renew',
      previous: 's-0',
      amount: '49.90',
      currency: 'EUR',
      language: 'it',
    });
    expect(created).toEqual([[creating, [event], nextPollAt(creating, NOW), ['s-0']]]);
    expect(noted).toEqual([
      [
        expect.objectContaining({
          uniqueReference: 'unique-1',
          language: 'it',
          callBackUrl: `https://shop.example/checkout/notify/${ID}/${SECRET}`,
        }),
        { timeoutMs: 7_000, deadlineMs: 7_000, headers: { 'X-Correlation-Id': request.correlationId } },
      ],
    ]);
    const pageOrigin = 'https://pay.example';
    expect(changes).toEqual([
      {
        id: ID,
        version: 1,
        next: {
          ...creating,
          status: 'open',
          pspId: '850907',
          transactionToken: 'token',
          redirectUrl: PAGE.redirectUrl,
          redirectExpiresAt: NOW + 1_000 + 120_000,
        },
        events: [newEvent('session_opened', { pspId: '850907', pageOrigin })],
      },
    ]);
    expect(steps).toEqual([
      'recorded',
      'session_created true',
      'asked',
      ['succeeded', 'payment pages'],
      'session_opened true',
    ]);
  });

  it.each([
    [60_000, 60_000],
    [0, 0],
    [1.6, 2],
    [86_400_001, 86_400_000],
    [-1, 120_000],
    [Number.NaN, 120_000],
    ['60000', 120_000],
    [undefined, 120_000],
  ])('T74 lives as long as the gateway’s client says, if that is a time: %s', async (expiresInMs, life) => {
    const { make, changes } = open({ page: { expiresInMs } });
    await make();
    expect(changes[0]?.next.redirectExpiresAt).toBe(NOW + 1_000 + life);
  });

  it('has lived since it was asked for, where the reply was quick', async () => {
    const { make, changes } = open({ replyMs: 500 });
    await make();
    expect(changes[0]?.next.redirectExpiresAt).toBe(NOW + 120_000);
  });
});

describe('no new page', () => {
  it.each([
    ['live', { kind: 'live', session: { value: sessionRecord(), version: 3 } }],
    ['paid', { kind: 'paid', sessionId: 's-9' }],
  ])('where the order has one that is %s: the gateway is not asked', async (kind, created) => {
    const { make, steps } = open({ wrap: () => ({ createSession: async () => created as never }) });
    expect(await make()).toEqual(
      kind === 'live' ? created : { kind: 'completed', sessionId: 's-9', orderReference: 'A-1' },
    );
    expect(steps).toEqual(['recorded']);
  });

  it('where the id exists already, which is a broken random source', async () => {
    const { make, steps } = open({
      wrap: () => ({ createSession: async () => ({ kind: 'duplicate' }) as never }),
    });
    await expect(make()).rejects.toThrow('The random source gave an id that exists already.');
    expect(steps).toEqual(['recorded']);
  });

  const refusal = new GatewayRejectedError('no', { errorMessage: 'X', gatewayCode: 'X' });
  const busy = Object.assign(new ConnectionError('down'), { retryAfterMs: 4_000 });
  it.each([
    [refusal, { kind: 'refused' }, 'refused'],
    [new ConnectionError('down'), { kind: 'unavailable' }, 'no answer'],
    [busy, { kind: 'unavailable', retryAfterMs: 4_000 }, 'no answer'],
  ])('where the gateway fails: %s', async (error, answer, because) => {
    const { make, memory, steps } = open({ page: error });
    expect(await make()).toEqual(answer);
    expect((await memory.getSession(ID))?.value).toEqual({
      ...creating,
      status: 'expired',
      endedAt: NOW + 3_000,
    });
    const events = await memory.listEvents(ID);
    expect(events.map(({ type, data }) => [type, data]).slice(1)).toEqual([
      ['session_not_opened', { because }],
    ]);
    expect(steps.slice(2)).toEqual([
      'asked',
      ['failed', 'payment pages', error, 'The gateway made no page', { sessionId: ID }],
      'session_not_opened true',
    ]);
  });

  it('T14 where its address is none of the web', async () => {
    const { make, steps, changes } = open({ page: { redirectUrl: 'javascript:alert(1)' } });
    expect(await make()).toEqual({ kind: 'unavailable' });
    expect(changes.map(({ next }) => next.status)).toEqual(['expired']);
    expect(steps).not.toContainEqual(['succeeded', 'payment pages']);
  });

  it('F33 where a notification was faster than the reply: what it made of the session comes back', async () => {
    const faster = (memory: ModeStore): Partial<ModeStore> => ({
      change: async (given) => {
        const stored = await memory.getSession(ID);
        if (stored?.version === 1) {
          const next = { ...stored.value, status: 'completed' as const, pspId: '850907' };
          await memory.change({ id: ID, version: 1, next, events: [] });
        }
        return memory.change(given);
      },
    });
    const { make, memory, steps } = open({ wrap: faster });
    expect(await make()).toEqual({ kind: 'live', session: await memory.getSession(ID) });
    expect((await memory.getSession(ID))?.value).toMatchObject({ status: 'completed', redirectUrl: null });
    expect(steps).not.toContain('session_opened true');
  });

  it('where its record is gone meanwhile', async () => {
    const { make } = open({
      wrap: () => ({ change: async () => 'version_conflict' as never, getSession: async () => null }),
    });
    await expect(make()).rejects.toThrow(`Session ${ID} is gone from the store.`);
  });
});
