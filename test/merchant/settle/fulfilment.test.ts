import { describe, expect, it } from 'vitest';
import type { OrderFacts } from '../../../src/merchant/options.ts';
import { fulfil } from '../../../src/merchant/settle/fulfil.ts';
import { type KnownDetails, toPayment } from '../../../src/merchant/settle/toPayment.ts';
import { checkEarlierFulfilment, checkNotifiedToken } from '../../../src/merchant/settle/undeliveredToken.ts';
import type { PaymentHooks } from '../../../src/merchant/shop/paymentHooks.ts';
import type { NewEvent, SessionRecord, StoredNotification } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type ModeStore, modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * One attempt to fulfil a paid order: what is asked, told, written, logged, and when the next one is due.
 */

const NOW = 130_000;
const TOKEN = '7d5b0e2a-1c44-4f0e';
const session = sessionRecord({ status: 'open', order: '"A-1"' });
const details = (cardToken: string | null): KnownDetails => ({ cardToken, authCode: '831000' }) as never;
const price: OrderFacts = { orderReference: 'A-1', amount: '49.90', currency: 'EUR' };
const EXPECTED = { amount: '49.90', currency: 'EUR' };

interface Case {
  /** What the hook throws; absent: it succeeds. */
  failure?: unknown;
  hooks?: readonly (keyof PaymentHooks)[];
  known?: KnownDetails | undefined;
  late?: boolean;
  costs?: OrderFacts | null | Error;
  onUnderpaid?: 'hold' | 'fulfil';
  /** Of the fulfilment, before this one. */
  attempts?: number;
  notifications?: readonly Partial<StoredNotification>[];
}

async function run({
  failure,
  hooks = ['onPayment'],
  known,
  late = false,
  costs = price,
  onUnderpaid = 'hold',
  attempts = 0,
  notifications = [],
}: Case) {
  const memory = modeStore(memoryStore({ now: () => NOW }), true);
  await memory.createSession(session, [], 9_000_000);
  const paid: SessionRecord = { ...session, status: 'completed', paidAt: NOW };
  await memory.change({ id: session.id, version: 1, next: paid, events: [], claimFulfilment: true });
  for (let n = 0; n < attempts; n++) await memory.startFulfilment('A-1');
  const store: ModeStore = {
    ...memory,
    startFulfilment: async (reference) => {
      const started = await memory.startFulfilment(reference);
      return started !== null && late ? { ...started, late: 'after_release' as never } : started;
    },
    listNotifications: async (...given) => {
      steps.push(['notifications', ...given]);
      return notifications as StoredNotification[];
    },
  };
  const steps: unknown[] = [];
  const lines: unknown[] = [];
  const hook =
    (name: string) =>
    async (...given: unknown[]) => {
      steps.push([name, ...given]);
      if (failure !== undefined) throw failure;
    };
  const next = await fulfil(
    {
      store,
      clock: async () => NOW,
      emit: (events: readonly NewEvent[], of) =>
        void steps.push(...events.map(({ type, data }) => [type, data, of?.id === session.id])),
      decimals: undefined,
      hooks: Object.fromEntries(hooks.map((name) => [name, hook(name)])),
      priceOrder: async (...given) => {
        steps.push(['price', ...given]);
        if (costs instanceof Error) throw costs;
        return costs;
      },
      onUnderpaid,
      log: { error: (...line: unknown[]) => lines.push(line) } as never,
    },
    paid,
    async () => {
      steps.push(['details']);
      return known;
    },
  );
  const fulfilment = await memory.getFulfilment('A-1');
  return { next, steps, lines, paid, state: [fulfilment?.state, fulfilment?.attempts] };
}
const ASKED = ['price', 'A-1', { reason: 'settle', request: null, principal: null }];
const fulfilled = (attempt: number, withCardToken: boolean, more = {}) => [
  'fulfilled',
  { attempt, withCardToken, ...more },
  true,
];
const NOTIFIED = ['notifications', session.id, 20];

describe('a paid order', () => {
  it('is priced, told with what the gateway says of it, and done', async () => {
    const { next, steps, lines, paid, state } = await run({ known: details(TOKEN) });
    expect(next).toBeNull();
    expect(steps).toEqual([
      ASKED,
      ['details'],
      ['onPayment', toPayment(paid, details(TOKEN), EXPECTED), 1],
      fulfilled(1, true),
    ]);
    expect([state, lines]).toEqual([['done', 1], []]);
  });

  it.each([[undefined], [details(null)]])(
    'is told without a card token where there is none: %j',
    async (known) => {
      const { steps, paid } = await run({ known });
      expect(steps.slice(2)).toEqual([
        ['onPayment', toPayment(paid, known, EXPECTED), 1],
        fulfilled(1, false),
        NOTIFIED,
      ]);
    },
  );

  it('is done without a word where nobody is told', async () => {
    const { next, steps, state } = await run({ hooks: [], known: details(TOKEN) });
    expect([next, steps, state]).toEqual([null, [ASKED, fulfilled(1, false)], ['done', 1]]);
  });

  it('T38 that had been released is late: by onLatePayment, or by onPayment with an alert', async () => {
    const both = await run({ hooks: ['onPayment', 'onLatePayment'], late: true, known: details(TOKEN) });
    const payment = { ...toPayment(both.paid, details(TOKEN), EXPECTED), late: true };
    expect(both.steps.slice(1)).toEqual([
      ['details'],
      ['onLatePayment', payment, 1],
      fulfilled(1, true, { late: true, call: 'onLatePayment' }),
    ]);
    const one = await run({ late: true, known: details(TOKEN) });
    expect(one.steps).toEqual([
      ['late_payment', { was: 'released' }, true],
      ASKED,
      ['details'],
      ['onPayment', payment, 1],
      fulfilled(1, true, { late: true }),
    ]);
    const intime = await run({ hooks: ['onPayment', 'onLatePayment'], known: details(TOKEN) });
    expect(intime.steps.slice(2)).toEqual([
      ['onPayment', toPayment(intime.paid, details(TOKEN), EXPECTED), 1],
      fulfilled(1, true),
    ]);
  });

  it.each([
    [0, []],
    [8, []],
    [9, [['fulfilment_failing', { attempts: 10, error: 'Error: no [redacted]' }, true]]],
    [10, [['fulfilment_failing', { attempts: 11, error: 'Error: no [redacted]' }, true]]],
  ])('F45 that the shop did not take, after %i attempts', async (attempts, alerts) => {
    const { next, steps, lines, state } = await run({
      known: details(TOKEN),
      failure: new Error(`no ${TOKEN}`),
      attempts,
    });
    const attempt = attempts + 1;
    expect(next).toBe(NOW + 2 ** attempt * 1_000);
    expect(steps.slice(3)).toEqual([
      ['fulfilment_failed', { call: 'onPayment', attempt, error: 'Error: no [redacted]' }, true],
      ...alerts,
    ]);
    expect(lines).toEqual([
      [
        { err: expect.objectContaining({ message: 'no [redacted]' }), sessionId: session.id, attempt },
        'onPayment failed; it will be called again',
      ],
    ]);
    expect(state).toEqual(['pending', attempt]);
  });

  it('F45 that failed without any details', async () => {
    const { next, steps } = await run({ failure: 'no', late: true, hooks: ['onLatePayment'] });
    expect(next).toBe(NOW + 2_000);
    expect(steps.at(-1)).toEqual([
      'fulfilment_failed',
      { call: 'onLatePayment', attempt: 1, error: 'no' },
      true,
    ]);
  });

  it('T54 that cannot be priced is tried again, four times', async () => {
    const error = new Error('no database');
    const { next, steps, lines, state } = await run({ costs: error, attempts: 2 });
    expect(next).toBe(NOW + 8_000);
    expect(steps).toEqual([
      ASKED,
      ['fulfilment_failed', { call: 'resolveOrder', attempt: 3, error: 'Error: no database' }, true],
    ]);
    expect(lines).toEqual([
      [{ err: error, sessionId: session.id, attempt: 3 }, 'A paid order could not be priced again'],
    ]);
    expect(state).toEqual(['pending', 3]);
    const last = await run({ costs: error, attempts: 3, known: details(TOKEN) });
    expect(last.steps.slice(1)).toEqual([
      ['price_unknown', { paid: EXPECTED }, true],
      ['details'],
      ['onPayment', toPayment(last.paid, details(TOKEN), null), 4],
      fulfilled(4, true),
    ]);
  });

  it('T65 that costs more by now is held, or told with both sums', async () => {
    const costs = { ...price, amount: '50' };
    const expected = { amount: '50.00', currency: 'EUR' };
    const facts = { paid: EXPECTED, expected };
    const held = await run({ costs });
    expect(held.next).toBe(NOW + 2_000);
    expect(held.steps).toEqual([ASKED, ['underpaid', { ...facts, onUnderpaid: 'hold' }, true]]);
    const told = await run({ costs, onUnderpaid: 'fulfil', known: details(TOKEN) });
    expect(told.steps.slice(1)).toEqual([
      ['underpaid', { ...facts, onUnderpaid: 'fulfil' }, true],
      ['details'],
      ['onPayment', toPayment(told.paid, details(TOKEN), expected), 1],
      fulfilled(1, true),
    ]);
  });

  it.each([
    [{ ...price, currency: 'USD' }, 'underpaid'],
    [{ ...price, amount: '49.89' }, 'overcharged'],
  ])('T65 %j: %s', async (costs, type) => {
    const { steps } = await run({ costs, onUnderpaid: 'fulfil', known: details(TOKEN) });
    const { amount, currency } = costs;
    const more = type === 'underpaid' ? { onUnderpaid: 'fulfil' } : {};
    expect(steps[1]).toEqual([type, { paid: EXPECTED, expected: { amount, currency }, ...more }, true]);
    expect(steps.at(-1)).toEqual(fulfilled(1, true));
  });

  it.each([[null], [{ ...price, orderReference: 'B-2' }]])(
    'whose price nobody names is told without: %j',
    async (costs) => {
      const { steps, paid } = await run({ costs, known: details(TOKEN) });
      expect(steps.slice(1)).toEqual([
        ['details'],
        ['onPayment', toPayment(paid, details(TOKEN), null), 1],
        fulfilled(1, true),
      ]);
    },
  );

  it('that is done, or nobody’s, is left alone', async () => {
    const store = modeStore(memoryStore({ now: () => NOW }), true);
    const none = new Proxy({ store } as never, {
      get: (target, name) => (name === 'store' ? Reflect.get(target, name) : undefined),
    });
    expect(await fulfil(none, session, () => Promise.reject(new Error('asked')))).toBeNull();
  });
});

describe('a card token that came too late for onPayment', () => {
  const ALERT = ['card_token_undelivered', {}, true];
  const notified = (body: object, verified = true) => ({ verified, body }) as Partial<StoredNotification>;
  const token = notified({ CardToken: '[redacted]' });

  it.each([
    ['named by a notification', [token], [ALERT]],
    ['in any spelling, among others', [notified({ a: 1 }), notified({ cardtoken: 'x', a: 1 })], [ALERT]],
    ['none', [], []],
    ['of an unsigned notification', [notified({ CardToken: 'x' }, false)], []],
    ['empty', [notified({ CardToken: '' })], []],
    ['null', [notified({ CardToken: null })], []],
    ['of another name', [notified({ Token: 'x' })], []],
  ])('%s', async (_what, notifications, alerts) => {
    const { steps } = await run({ notifications });
    expect(steps.slice(3)).toEqual([fulfilled(1, false), NOTIFIED, ...alerts]);
  });

  it('is no alert where onPaymentDetails takes it, nor where there is no onPayment', async () => {
    const details = await run({ notifications: [token], hooks: ['onPayment', 'onPaymentDetails'] });
    expect(details.steps.at(-1)).toEqual(fulfilled(1, false));
    const none = await run({ notifications: [token], hooks: [] });
    expect(none.steps.at(-1)).toEqual(fulfilled(1, false));
  });

  it.each([
    [[{ type: 'fulfilled', data: { withCardToken: false } }], ['onPayment'], 1],
    [[{ type: 'fulfilled', data: { withCardToken: true } }], ['onPayment'], 0],
    [[{ type: 'completed', data: { withCardToken: false } }], ['onPayment'], 0],
    [[], ['onPayment'], 0],
    [[{ type: 'fulfilled', data: { withCardToken: false } }], ['onPayment', 'onPaymentDetails'], 0],
    [[{ type: 'fulfilled', data: { withCardToken: false } }], [], 0],
  ])('told after %j, with %j: %i alerts, once', async (events, hooks, alerts) => {
    const store = modeStore(memoryStore({ now: () => NOW }), true);
    await store.createSession(session, events, NOW);
    const emitted: string[] = [];
    const context = {
      store,
      emit: (all: readonly NewEvent[]) => void emitted.push(...all.map(({ type }) => type)),
      hooks: Object.fromEntries(hooks.map((name) => [name, async () => {}])),
    };
    await checkEarlierFulfilment(context, session);
    await checkEarlierFulfilment(context, session);
    expect(emitted).toEqual(Array(alerts).fill('card_token_undelivered'));
    await checkNotifiedToken(context, session);
    expect(emitted).toHaveLength(alerts);
  });
});
