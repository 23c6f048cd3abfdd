import { describe, expect, it } from 'vitest';
import type { Payment, PaymentContext } from '../../../src/merchant/options.ts';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { CARD_TOKEN } from '../../support/fakeGateway.ts';
import {
  type HandlerHarness,
  type HandlerHarnessOptions,
  handlerHarness,
} from '../../support/handlerHarness.ts';

const DEADLINE = 900_000;

interface DetailsHarness extends HandlerHarness {
  details: { payment: Payment; context: PaymentContext }[];
  tokens(): (string | null)[];
  /** What the next calls of the hook do, in turn; afterwards it succeeds. */
  failures: (() => unknown)[];
}

function detailsHarness({ handler, ...options }: HandlerHarnessOptions = {}): DetailsHarness {
  const details: DetailsHarness['details'] = [];
  const failures: DetailsHarness['failures'] = [];
  const harness = handlerHarness({
    ...options,
    handler: {
      onPaymentDetails: (payment, context) => {
        details.push({ payment, context });
        return failures.shift()?.() as undefined;
      },
      ...handler,
    },
  });
  return Object.assign(harness, {
    details,
    failures,
    tokens: () => details.map(({ payment }) => payment.cardToken),
  });
}

/** Paid and settled by a status answer, before any notification. */
async function settledByStatus(harness: HandlerHarness): Promise<string> {
  const id = await harness.session();
  harness.gateway.pay();
  await harness.handler.settle(id);
  expect((await harness.record(id)).status).toBe('completed');
  return id;
}

/** Paid, and nobody has told of it yet. */
async function paidUnsettled(harness: HandlerHarness): Promise<void> {
  await harness.session();
  harness.gateway.pay();
}

describe('M17 M18 S156 S184 onPaymentDetails', () => {
  it('gets the card token of a notification that comes after the status answer, which had none', async () => {
    const harness = detailsHarness();
    const id = await settledByStatus(harness);
    expect(harness.payments).toMatchObject([{ cardToken: null, orderReference: 'A-1' }]);
    expect(harness.details).toEqual([]);
    expect((await harness.notify()).status).toBe(200);
    expect(harness.tokens()).toEqual([CARD_TOKEN]);
    expect(harness.details[0]?.context).toMatchObject({ idempotencyKey: 'A-1:details', attempt: 1 });
    expect((await harness.record(id)).details).toBe('notification');
    expect(harness.payments).toHaveLength(1);
  });

  it('gets them as well when the status answer brought the token already', async () => {
    const harness = detailsHarness({ gateway: { statusFields: 'all' } });
    await settledByStatus(harness);
    expect(harness.payments).toMatchObject([{ cardToken: CARD_TOKEN }]);
    await harness.notify();
    expect(harness.tokens()).toEqual([CARD_TOKEN]);
  });

  it('gets them when the notification settles the session, after onPayment', async () => {
    const order: string[] = [];
    const harness = detailsHarness({
      handler: {
        onPayment: ({ cardToken }) => void order.push(`payment ${cardToken}`),
        onPaymentDetails: ({ cardToken }) => void order.push(`details ${cardToken}`),
      },
    });
    await harness.session();
    harness.gateway.pay();
    expect((await harness.notify()).status).toBe(200);
    expect(order).toEqual([`payment ${CARD_TOKEN}`, `details ${CARD_TOKEN}`]);
  });

  it('T25 gets them once, however often the notification comes, one after another or at once', async () => {
    const harness = detailsHarness();
    await settledByStatus(harness);
    const answers = await Promise.all([
      harness.notify(),
      harness.notify(),
      harness.notify({ AttemptNumber: 2 }),
    ]);
    answers.push(await harness.notify(), await harness.notify({ AttemptNumber: 3 }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(harness.details).toHaveLength(1);
  });

  it('gets them while a status call holds the lease and settles first', async () => {
    const harness = detailsHarness();
    const id = await harness.session();
    harness.gateway.pay();
    let answer: () => void = () => {};
    harness.gateway.before.retrieve = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      });
    const asking = harness.handler.settle(id);
    await new Promise(setImmediate);
    const notified = harness.notify();
    await new Promise(setImmediate);
    answer();
    await asking;
    expect((await notified).status).toBe(200);
    expect(harness.tokens()).toEqual([CARD_TOKEN]);
    expect(harness.payments).toHaveLength(1);
    expect((await harness.store.getFulfilment('A-1', true))?.state).toBe('done');
  });

  it('gets them though onPayment fails', async () => {
    const harness = detailsHarness({
      handler: {
        onPayment: () => {
          throw new Error('warehouse is closed');
        },
      },
    });
    await harness.session();
    harness.gateway.pay();
    expect((await harness.notify()).status).toBe(200);
    expect(harness.tokens()).toEqual([CARD_TOKEN]);
    expect((await harness.store.getFulfilment('A-1', true))?.state).toBe('pending');
  });

  it('gets the card token of a later notification where the first had none', async () => {
    const harness = detailsHarness();
    await settledByStatus(harness);
    expect((await harness.notify({ CardToken: null })).status).toBe(200);
    expect((await harness.notify({ CardToken: null, AttemptNumber: 2 })).status).toBe(200);
    expect(harness.tokens()).toEqual([null]);
    expect((await harness.notify({ AttemptNumber: 3 })).status).toBe(200);
    expect((await harness.notify({ AttemptNumber: 4 })).status).toBe(200);
    expect((await harness.notify({ CardToken: null, AttemptNumber: 5 })).status).toBe(200);
    expect(harness.tokens()).toEqual([null, CARD_TOKEN]);
    expect(harness.details.map(({ context }) => context.idempotencyKey)).toEqual([
      'A-1:details',
      'A-1:details',
    ]);
    expect(harness.alerts()).toEqual([]);
  });

  it('gets the card token where a notification without one is on its way at the same time', async () => {
    const harness = detailsHarness();
    await settledByStatus(harness);
    const answers = await Promise.all([
      harness.notify({ CardToken: null }),
      harness.notify({ AttemptNumber: 2 }),
      harness.notify({ CardToken: null, AttemptNumber: 3 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(harness.tokens()).toContain(CARD_TOKEN);
  });

  it('is called for no decline, no mismatch and no unsigned notification', async () => {
    const harness = detailsHarness();
    await harness.session();
    await harness.notify({ Status: 'Declined' });
    await harness.notify({ Status: 'Processed', Amount: '1.00' });
    const url = harness.gateway.created.at(-1)?.callBackUrl ?? '';
    const body = JSON.stringify({
      ...[...harness.gateway.ledger.values()].at(-1)?.fields,
      Status: 'Processed',
    });
    const headers = { 'content-type': 'application/json' };
    await harness.handler.fetch(new Request(url, { method: 'POST', body, headers }));
    await harness.drain();
    expect(harness.details).toEqual([]);
  });

  it('is called for no second payment of the order, which is acknowledged and reported', async () => {
    const harness = detailsHarness();
    const first = await harness.session();
    const [earlier] = harness.gateway.ledger.keys();
    // The first page dies, another is made, and then both turn out to be paid.
    harness.advance(200_000);
    expect(await harness.session()).not.toBe(first);
    harness.gateway.pay();
    expect((await harness.notify()).status).toBe(200);
    harness.gateway.pay(earlier);
    expect((await harness.notify({}, earlier)).status).toBe(200);
    expect(harness.alerts()).toContain('overpaid');
    expect(harness.details).toHaveLength(1);
  });

  it('is not waited for where there is none', async () => {
    const harness = handlerHarness();
    const id = await settledByStatus(harness);
    expect((await harness.notify()).status).toBe(200);
    expect((await harness.record(id)).details).toBeNull();
    const asked = harness.gateway.asked.length;
    harness.advance(DEADLINE);
    await harness.handler.sweep();
    expect(harness.gateway.asked).toHaveLength(asked);
    expect(harness.alerts()).toEqual(['card_token_undelivered']);
  });

  it('with confirmWith "status": only after the gateway has confirmed the payment, and 503 until then', async () => {
    const harness = detailsHarness({ handler: { confirmWith: 'status' } });
    const id = await harness.session();
    const early = await harness.notify({ Status: 'Processed', CardToken: CARD_TOKEN });
    expect(early.status).toBe(503);
    expect(early.headers.get('retry-after')).toBe('30');
    expect(harness.details).toEqual([]);
    harness.gateway.pay();
    harness.advance(30_000);
    expect((await harness.notify({ AttemptNumber: 2 })).status).toBe(200);
    expect((await harness.record(id)).status).toBe('completed');
    expect(harness.tokens()).toEqual([CARD_TOKEN]);
  });
});

describe('M40 S156 an onPaymentDetails that does not succeed', () => {
  const ways: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw new Error('no room');
      },
    ],
    [
      'throws undefined',
      () => {
        throw undefined;
      },
    ],
    ['rejects', () => Promise.reject(new Error('no room'))],
    ['hangs', () => new Promise(() => {})],
  ];
  for (const [way, fail] of ways) {
    it(`F45 F53 ${way}: 503, told as an event, and called again by the next delivery`, async () => {
      const harness = detailsHarness({ handler: { limits: { hookTimeoutMs: 20 } } });
      const id = await settledByStatus(harness);
      harness.failures.push(fail);
      const refused = await harness.notify();
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(await refused.json()).toMatchObject({ code: 'notification_not_handled' });
      expect((await harness.record(id)).details).toBeNull();
      expect(harness.events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['details_failed', 'notification_rejected']),
      );
      expect((await harness.notify()).status).toBe(200);
      expect(harness.details.map(({ context }) => context.attempt)).toEqual([1, 2]);
      expect(harness.tokens()).toEqual([CARD_TOKEN, CARD_TOKEN]);
      expect((await harness.record(id)).details).toBe('notification');
      expect(harness.alerts()).toEqual([]);
    });
  }

  it('F45 is an alert at the third failure, once', async () => {
    const harness = detailsHarness();
    await settledByStatus(harness);
    for (let attempt = 1; attempt <= 5; attempt++) {
      harness.failures.push(ways[0]?.[1] ?? (() => {}));
      expect((await harness.notify({ AttemptNumber: attempt })).status).toBe(503);
      expect(harness.alerts()).toEqual(attempt < 3 ? [] : ['details_failing']);
    }
  });

  it('F41 dies after the hook and before the mark: the next delivery calls it again with the same key', async () => {
    const memory = memoryStore();
    let dead = false;
    const store: CheckoutStore = {
      ...memory,
      change: (change) =>
        dead && change.next.details === 'notification'
          ? Promise.reject(new Error('killed'))
          : memory.change(change),
    };
    const harness = detailsHarness({ store: () => store });
    await settledByStatus(harness);
    dead = true;
    expect((await harness.notify()).status).toBeGreaterThanOrEqual(500);
    dead = false;
    expect((await harness.notify()).status).toBe(200);
    expect(harness.details.map(({ context }) => context.idempotencyKey)).toEqual([
      'A-1:details',
      'A-1:details',
    ]);
  });

  it('T12 that names the card token in its error leaves it in no log, event or record', async () => {
    const harness = detailsHarness();
    const id = await settledByStatus(harness);
    for (let n = 1; n <= 3; n++) {
      harness.failures.push(() => {
        throw Object.assign(new Error(`duplicate key: (token)=(${CARD_TOKEN})`), { detail: CARD_TOKEN });
      });
      await harness.notify({ AttemptNumber: n, UDF: { note: `token ${CARD_TOKEN}` } });
    }
    const kept = JSON.stringify([
      harness.logs,
      harness.events,
      await harness.store.listEvents(id),
      await harness.store.listNotifications(id, 10),
      await harness.record(id),
    ]);
    expect(kept).toContain('duplicate key');
    expect(kept).not.toContain(CARD_TOKEN);
  });
});

describe('M44 S156 a card token that comes too late, without onPaymentDetails', () => {
  const onPaymentAlone = (options: HandlerHarnessOptions = {}) => handlerHarness(options);

  it('raises one alert when the notification comes after onPayment was called without a token', async () => {
    const harness = onPaymentAlone();
    await settledByStatus(harness);
    expect(harness.payments).toMatchObject([{ cardToken: null }]);
    expect((await harness.notify()).status).toBe(200);
    await harness.notify({ AttemptNumber: 2 });
    expect(harness.alerts()).toEqual(['card_token_undelivered']);
    expect(JSON.stringify(harness.events)).not.toContain(CARD_TOKEN);
  });

  it('raises it once, also when processes receive the token at the same moment', async () => {
    // Each has read the log before another one writes to it.
    const harness = onPaymentAlone({
      wrap: (store) => ({
        ...store,
        listEvents: async (id) => {
          const events = await store.listEvents(id);
          await new Promise((resolve) => setTimeout(resolve, 5));
          return events;
        },
      }),
    });
    await settledByStatus(harness);
    const { body, headers } = await harness.gateway.notification();
    const url = harness.gateway.created.at(-1)?.callBackUrl ?? '';
    const processes = [harness.handler, harness.anotherProcess(), harness.anotherProcess()];
    const deliver = () => new Request(url, { method: 'POST', body, headers });
    await Promise.all(processes.map((process) => process.fetch(deliver())));
    for (const process of processes) await process.close();
    expect(harness.alerts()).toEqual(['card_token_undelivered']);
  });

  it('raises it when onPayment failed with the token and was repeated by another process', async () => {
    const failures = [new Error('The database is away.')];
    const harness = onPaymentAlone({
      handler: {
        onPayment: () => {
          const failure = failures.shift();
          if (failure !== undefined) throw failure;
        },
      },
    });
    await harness.session();
    harness.gateway.pay();
    await harness.notify();
    expect(harness.alerts()).toEqual([]);
    harness.advance(60_000);
    await harness.anotherProcess().sweep();
    expect(harness.alerts()).toEqual(['card_token_undelivered']);
  });

  it.each([
    ['the notification settled', paidUnsettled],
    ['the status answer brought the token', settledByStatus],
  ])('raises none where %s', async (_how, settle) => {
    const harness = onPaymentAlone({ gateway: { statusFields: 'all' } });
    await settle(harness);
    await harness.notify();
    await harness.notify({ AttemptNumber: 2 });
    expect(harness.payments).toMatchObject([{ cardToken: CARD_TOKEN }]);
    expect(harness.alerts()).toEqual([]);
  });

  it('raises none where the notification has no token, as for a voucher', async () => {
    const harness = onPaymentAlone();
    await settledByStatus(harness);
    await harness.notify({ CardToken: null });
    expect(harness.alerts()).toEqual([]);
  });
});

describe('M41 S156 a notification that does not come', () => {
  it('after fifteen minutes: the gateway is asked once, and the alert is raised once', async () => {
    const harness = detailsHarness();
    const id = await settledByStatus(harness);
    const asked = harness.gateway.asked.length;
    harness.advance(DEADLINE - 1);
    await harness.handler.sweep();
    expect(harness.gateway.asked).toHaveLength(asked);
    expect(harness.alerts()).toEqual([]);
    harness.advance(1);
    await harness.handler.sweep();
    expect(harness.gateway.asked).toHaveLength(asked + 1);
    expect(harness.alerts()).toEqual(['card_token_missing']);
    for (let n = 0; n < 20; n++) {
      harness.advance(DEADLINE);
      await harness.handler.settle(id);
      await harness.handler.sweep();
    }
    expect(harness.gateway.asked).toHaveLength(asked + 1);
    expect(harness.alerts()).toEqual(['card_token_missing']);
    expect(harness.details).toEqual([]);
    // Late, and welcome all the same.
    expect((await harness.notify()).status).toBe(200);
    expect(harness.tokens()).toEqual([CARD_TOKEN]);
    expect((await harness.record(id)).details).toBe('notification');
  });

  it('the status answer is taken when it has the token, and the notification is still delivered', async () => {
    const harness = detailsHarness({ gateway: { statusFields: ['CardToken'] } });
    const id = await settledByStatus(harness);
    harness.advance(DEADLINE);
    await harness.handler.sweep();
    expect(harness.details).toMatchObject([{ payment: { cardToken: CARD_TOKEN, authCode: null } }]);
    expect((await harness.record(id)).details).toBe('status');
    expect(harness.alerts()).toEqual([]);
    await harness.notify();
    expect(harness.details).toMatchObject([{}, { payment: { cardToken: CARD_TOKEN, authCode: '831000' } }]);
    expect((await harness.record(id)).details).toBe('notification');
  });

  it('F45 a hook that fails on the status answer is called again, later and later', async () => {
    const harness = detailsHarness({ gateway: { statusFields: ['CardToken'] } });
    await settledByStatus(harness);
    harness.advance(DEADLINE);
    for (const pause of [2_000, 4_000]) {
      harness.failures.push(() => Promise.reject(new Error('no room')));
      await harness.handler.sweep();
      harness.advance(pause - 1);
      expect(await harness.handler.sweep()).toMatchObject({ due: 0 });
      harness.advance(1);
    }
    await harness.handler.sweep();
    expect(harness.details.map(({ context }) => context.attempt)).toEqual([1, 2, 3]);
    harness.advance(DEADLINE);
    expect(await harness.handler.sweep()).toMatchObject({ due: 0 });
  });

  it('F40 a gateway that is down is asked again when it is back; the alert waits for its word', async () => {
    const harness = detailsHarness();
    await settledByStatus(harness);
    harness.gateway.down.add('retrieve');
    harness.advance(DEADLINE);
    for (let minute = 0; minute < 10; minute++) {
      harness.advance(60_000);
      await harness.handler.sweep();
    }
    expect(harness.alerts()).toEqual([]);
    harness.gateway.down.clear();
    for (let minute = 0; minute < 3; minute++) {
      harness.advance(60_000);
      await harness.handler.sweep();
    }
    expect(harness.alerts()).toEqual(['card_token_missing']);
  });

  it('limits.detailsTimeoutMs sets the time', async () => {
    const harness = detailsHarness({ handler: { limits: { detailsTimeoutMs: 5_000 } } });
    await settledByStatus(harness);
    harness.advance(5_000);
    await harness.handler.sweep();
    expect(harness.alerts()).toEqual(['card_token_missing']);
  });

  it('is nothing to a payment whose details were delivered', async () => {
    const harness = detailsHarness();
    await settledByStatus(harness);
    await harness.notify();
    const asked = harness.gateway.asked.length;
    harness.advance(DEADLINE);
    await harness.handler.sweep();
    expect(harness.gateway.asked).toHaveLength(asked);
    expect(harness.alerts()).toEqual([]);
  });
});
