import { describe, expect, it } from 'vitest';
import { createGatewayPoll } from '../../../src/merchant/poll/gatewayPoll.ts';
import type { SessionRecord } from '../../../src/merchant/store/contract.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const MINUTE = 60_000;
const first = sessionRecord();
const timeouts = { statusCallMs: 5_000, createPageMs: 10_000 };

function status(state: string, change: object = {}) {
  const { pspId, uniqueReference, orderReference, amount, currency } = first;
  return {
    state,
    status: state,
    pspId,
    uniqueReference,
    orderReference,
    amount,
    currency,
    unreadable: [],
    ...change,
  };
}

/** One status call, `ageMs` after the session began. */
function setUp(answer: object | Error, { ageMs = 10_000, mayCall = true } = {}) {
  const noted: unknown[][] = [];
  const note =
    (...name: unknown[]) =>
    (...rest: unknown[]) =>
      void noted.push([...name, ...rest]);
  const calls: unknown[][] = [];
  const gatewayPoll = createGatewayPoll({
    gateway: {
      test: true,
      transactions: {
        retrieve: async (...args: unknown[]) => {
          calls.push(args);
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
    },
    circuitBreaker: { mayCall: () => mayCall, succeeded: note('closed'), failed: note('a failure') },
    records: {
      store: {
        getSession: async () => ({ value: first, version: 1 }),
        listEvents: async () => [],
        change: async ({ id, events }: { id: string; events: readonly { type: string; data: object }[] }) => {
          noted.push(['events', id, ...events.map(({ type, data }) => [type, data])]);
          return 'done';
        },
      },
      clock: async () => first.createdAt + ageMs,
      emit: () => {},
    },
    telemetry: {
      task: (name: string, attributes: object, run: () => unknown) => {
        noted.push(['span', name, attributes]);
        return run();
      },
    },
    failures: {
      succeeded: note('works'),
      failed: (what: string, _: unknown, __: string, fields: object) =>
        void noted.push(['fails', what, fields]),
    },
    timeouts,
  } as never);
  return { gatewayPoll, noted, calls };
}

const span = ['span', 'poll', { 'checkout.session': first.id }];

it('asks by every name that we have, with its bounds and the correlation id', async () => {
  const { gatewayPoll, calls, noted } = setUp(status('pending'));
  await gatewayPoll.poll(first);
  await gatewayPoll.poll({ ...first, pspId: null });
  const { orderReference, uniqueReference, pspId, correlationId } = first;
  const bounds = { timeoutMs: 5_000, deadlineMs: 10_000, headers: { 'X-Correlation-Id': correlationId } };
  expect(calls).toEqual([
    [{ orderReference, uniqueReference, pspId }, bounds],
    [{ orderReference, uniqueReference }, bounds],
  ]);
  expect(noted.slice(0, 3)).toEqual([span, ['closed'], ['works', 'gateway']]);
});

it('a gateway that is down is not asked while the circuit is open', async () => {
  const { gatewayPoll, calls } = setUp(status('pending'), { mayCall: false });
  expect(await gatewayPoll.pollUnlessDown(first)).toBeNull();
  expect(calls).toEqual([]);
  expect((await gatewayPoll.poll(first)).gatewayState).toBe('pending');
});

it('F40 one that does not answer is said to fail, and is no evidence, however old the session', async () => {
  for (const ageMs of [10_000, 15 * MINUTE]) {
    const { gatewayPoll, noted } = setUp(new Error('cut'), { ageMs });
    expect(await gatewayPoll.pollUnlessDown(first)).toEqual({ gatewayState: 'unreachable', evidence: null });
    expect(noted).toEqual([span, ['a failure'], ['fails', 'gateway', { sessionId: first.id }]]);
  }
});

it('one that knows no such transaction works', async () => {
  const { gatewayPoll, noted } = setUp(Object.assign(new Error('no'), { code: 'not_found' }));
  expect(await gatewayPoll.poll(first)).toEqual({ gatewayState: 'not_found', evidence: null });
  expect(noted).toEqual([span, ['closed'], ['works', 'gateway']]);
});

it('fields that could not be read are an event, and none where all could', async () => {
  const odd = setUp(status('pending', { unreadable: ['SentDateTime'] }));
  await odd.gatewayPoll.poll(first);
  expect(odd.noted.at(-1)).toEqual(['events', first.id, ['fields_unreadable', { fields: ['SentDateTime'] }]]);
  const plain = setUp(status('pending'));
  await plain.gatewayPoll.poll(first);
  expect(plain.noted.filter(([what]) => what === 'events')).toEqual([]);
});

describe('what an answer proves', () => {
  const NOT_FOUND = Object.assign(new Error('no'), { code: 'not_found' });
  const creating: Partial<SessionRecord> = { status: 'creating', pspId: null };
  const back: Partial<SessionRecord> = { returnedAt: first.createdAt };
  const says = (overdue: boolean) => ({ kind: 'transaction', source: 'status', test: true, overdue });
  const old = 15 * MINUTE;

  it.each<[string, object | Error, number, Partial<SessionRecord>, string, object | null]>([
    ['paid', status('processed'), 10_000, {}, 'processed', says(false)],
    ['paid, late', status('processed'), old, {}, 'processed', says(true)],
    ['paid, just not late', status('processed'), old - 1, {}, 'processed', says(false)],
    ['paid, and no sum', status('processed', { amount: null }), 10_000, {}, 'unconfirmed', says(false)],
    ['paid, and no currency', status('processed', { currency: null }), old, {}, 'unconfirmed', says(true)],
    ['declined, and no sum', status('declined', { amount: null }), 10_000, {}, 'declined', says(false)],
    ['pending, young', status('pending'), old - 1, {}, 'pending', says(false)],
    [
      'pending for a quarter of an hour',
      status('pending'),
      old,
      {},
      'pending',
      { kind: 'expired', because: 'age' },
    ],
    ['the same, and the customer was back', status('pending'), old, back, 'pending', says(true)],
    ['not known, young', NOT_FOUND, old - 1, {}, 'not_found', null],
    [
      'not known for a quarter of an hour',
      NOT_FOUND,
      old,
      {},
      'not_found',
      { kind: 'expired', because: 'age' },
    ],
    ['the same, customer back', NOT_FOUND, old, back, 'not_found', { kind: 'expired', because: 'age' }],
    ['being made', status('pending'), 20_000, creating, 'pending', says(false)],
    ['its reply was lost', status('pending'), 20_001, creating, 'pending', { kind: 'not_opened' }],
    ['being made, not known', NOT_FOUND, 20_000, creating, 'not_found', null],
    ['not known, reply lost', NOT_FOUND, 20_001, creating, 'not_found', { kind: 'not_opened' }],
    ['lost, and paid', status('processed'), 20_001, creating, 'processed', says(false)],
    ['made long ago, pending', status('pending'), 20_001, {}, 'pending', says(false)],
    ['a status that nobody knows', status('unknown'), old, {}, 'unknown', says(true)],
  ])('%s', async (_, answer, ageMs, change, gatewayState, evidence) => {
    const { gatewayPoll } = setUp(answer, { ageMs });
    const given = await gatewayPoll.poll({ ...first, status: 'open', returnedAt: null, ...change });
    expect(given.gatewayState).toBe(gatewayState);
    if (evidence === null) expect(given.evidence).toBeNull();
    else expect(given.evidence).toMatchObject(evidence);
    if (given.evidence?.kind === 'transaction') expect(given.evidence.details).toEqual(answer);
  });
});
