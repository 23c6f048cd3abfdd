import { describe, expect, it } from 'vitest';
import type { Payment, PaymentContext } from '../../../src/merchant/options.ts';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { CARD_TOKEN } from '../../support/fakeGateway.ts';
import { type HandlerWorld, type HandlerWorldOptions, handlerWorld } from '../../support/handlerWorld.ts';

const DEADLINE = 900_000;

interface DetailsWorld extends HandlerWorld {
  details: { payment: Payment; context: PaymentContext }[];
  tokens(): (string | null)[];
  /** What the next calls of the hook do, in turn; afterwards it succeeds. */
  failures: (() => unknown)[];
}

function detailsWorld({ handler, ...options }: HandlerWorldOptions = {}): DetailsWorld {
  const details: DetailsWorld['details'] = [];
  const failures: DetailsWorld['failures'] = [];
  const world = handlerWorld({
    ...options,
    handler: {
      onPaymentDetails: (payment, context) => {
        details.push({ payment, context });
        return failures.shift()?.() as undefined;
      },
      ...handler,
    },
  });
  return Object.assign(world, {
    details,
    failures,
    tokens: () => details.map(({ payment }) => payment.cardToken),
  });
}

/** Paid and settled by a status answer, before any notification. */
async function settledByStatus(world: HandlerWorld): Promise<string> {
  const id = await world.session();
  world.gateway.pay();
  await world.handler.settle(id);
  expect((await world.record(id)).status).toBe('completed');
  return id;
}

/** Paid, and nobody has told of it yet. */
async function paidUnsettled(world: HandlerWorld): Promise<void> {
  await world.session();
  world.gateway.pay();
}

describe('M17 M18 S156 S184 onPaymentDetails', () => {
  it('gets the card token of a notification that comes after the status answer, which had none', async () => {
    const world = detailsWorld();
    const id = await settledByStatus(world);
    expect(world.payments).toMatchObject([{ cardToken: null, orderReference: 'A-1' }]);
    expect(world.details).toEqual([]);
    expect((await world.notify()).status).toBe(200);
    expect(world.tokens()).toEqual([CARD_TOKEN]);
    expect(world.details[0]?.context).toMatchObject({ idempotencyKey: 'A-1:details', attempt: 1 });
    expect((await world.record(id)).details).toBe('notification');
    expect(world.payments).toHaveLength(1);
  });

  it('gets them as well when the status answer brought the token already', async () => {
    const world = detailsWorld({ gateway: { statusFields: 'all' } });
    await settledByStatus(world);
    expect(world.payments).toMatchObject([{ cardToken: CARD_TOKEN }]);
    await world.notify();
    expect(world.tokens()).toEqual([CARD_TOKEN]);
  });

  it('gets them when the notification settles the session, after onPayment', async () => {
    const order: string[] = [];
    const world = detailsWorld({
      handler: {
        onPayment: ({ cardToken }) => void order.push(`payment ${cardToken}`),
        onPaymentDetails: ({ cardToken }) => void order.push(`details ${cardToken}`),
      },
    });
    await world.session();
    world.gateway.pay();
    expect((await world.notify()).status).toBe(200);
    expect(order).toEqual([`payment ${CARD_TOKEN}`, `details ${CARD_TOKEN}`]);
  });

  it('T25 gets them once, however often the notification comes, one after another or at once', async () => {
    const world = detailsWorld();
    await settledByStatus(world);
    const answers = await Promise.all([world.notify(), world.notify(), world.notify({ AttemptNumber: 2 })]);
    answers.push(await world.notify(), await world.notify({ AttemptNumber: 3 }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(world.details).toHaveLength(1);
  });

  it('gets them while a status call holds the lease and settles first', async () => {
    const world = detailsWorld();
    const id = await world.session();
    world.gateway.pay();
    let answer: () => void = () => {};
    world.gateway.before.retrieve = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      });
    const asking = world.handler.settle(id);
    await new Promise(setImmediate);
    const notified = world.notify();
    await new Promise(setImmediate);
    answer();
    await asking;
    expect((await notified).status).toBe(200);
    expect(world.tokens()).toEqual([CARD_TOKEN]);
    expect(world.payments).toHaveLength(1);
    expect((await world.store.getEffect('A-1', true))?.state).toBe('done');
  });

  it('gets them though onPayment fails', async () => {
    const world = detailsWorld({
      handler: {
        onPayment: () => {
          throw new Error('warehouse is closed');
        },
      },
    });
    await world.session();
    world.gateway.pay();
    expect((await world.notify()).status).toBe(200);
    expect(world.tokens()).toEqual([CARD_TOKEN]);
    expect((await world.store.getEffect('A-1', true))?.state).toBe('pending');
  });

  it('gets the card token of a later notification where the first had none', async () => {
    const world = detailsWorld();
    await settledByStatus(world);
    expect((await world.notify({ CardToken: null })).status).toBe(200);
    expect((await world.notify({ CardToken: null, AttemptNumber: 2 })).status).toBe(200);
    expect(world.tokens()).toEqual([null]);
    expect((await world.notify({ AttemptNumber: 3 })).status).toBe(200);
    expect((await world.notify({ AttemptNumber: 4 })).status).toBe(200);
    expect((await world.notify({ CardToken: null, AttemptNumber: 5 })).status).toBe(200);
    expect(world.tokens()).toEqual([null, CARD_TOKEN]);
    expect(world.details.map(({ context }) => context.idempotencyKey)).toEqual([
      'A-1:details',
      'A-1:details',
    ]);
    expect(world.alerts()).toEqual([]);
  });

  it('gets the card token where a notification without one is on its way at the same time', async () => {
    const world = detailsWorld();
    await settledByStatus(world);
    const answers = await Promise.all([
      world.notify({ CardToken: null }),
      world.notify({ AttemptNumber: 2 }),
      world.notify({ CardToken: null, AttemptNumber: 3 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(world.tokens()).toContain(CARD_TOKEN);
  });

  it('is called for no decline, no mismatch and no unsigned notification', async () => {
    const world = detailsWorld();
    await world.session();
    await world.notify({ Status: 'Declined' });
    await world.notify({ Status: 'Processed', Amount: '1.00' });
    const url = world.gateway.created.at(-1)?.callBackUrl ?? '';
    const body = JSON.stringify({
      ...[...world.gateway.ledger.values()].at(-1)?.fields,
      Status: 'Processed',
    });
    const headers = { 'content-type': 'application/json' };
    await world.handler.fetch(new Request(url, { method: 'POST', body, headers }));
    await world.drain();
    expect(world.details).toEqual([]);
  });

  it('is called for no second payment of the order, which is acknowledged and reported', async () => {
    const world = detailsWorld();
    const first = await world.session();
    const [earlier] = world.gateway.ledger.keys();
    // The first page dies, another is made, and then both turn out to be paid.
    world.advance(200_000);
    expect(await world.session()).not.toBe(first);
    world.gateway.pay();
    expect((await world.notify()).status).toBe(200);
    world.gateway.pay(earlier);
    expect((await world.notify({}, earlier)).status).toBe(200);
    expect(world.alerts()).toContain('overpaid');
    expect(world.details).toHaveLength(1);
  });

  it('is not waited for where there is none', async () => {
    const world = handlerWorld();
    const id = await settledByStatus(world);
    expect((await world.notify()).status).toBe(200);
    expect((await world.record(id)).details).toBeNull();
    const asked = world.gateway.asked.length;
    world.advance(DEADLINE);
    await world.handler.sweep();
    expect(world.gateway.asked).toHaveLength(asked);
    expect(world.alerts()).toEqual(['card_token_undelivered']);
  });

  it('with confirmWith "status": only after the gateway has confirmed the payment, and 503 until then', async () => {
    const world = detailsWorld({ handler: { confirmWith: 'status' } });
    const id = await world.session();
    const early = await world.notify({ Status: 'Processed', CardToken: CARD_TOKEN });
    expect(early.status).toBe(503);
    expect(early.headers.get('retry-after')).toBe('30');
    expect(world.details).toEqual([]);
    world.gateway.pay();
    world.advance(30_000);
    expect((await world.notify({ AttemptNumber: 2 })).status).toBe(200);
    expect((await world.record(id)).status).toBe('completed');
    expect(world.tokens()).toEqual([CARD_TOKEN]);
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
      const world = detailsWorld({ handler: { limits: { hookMs: 20 } } });
      const id = await settledByStatus(world);
      world.failures.push(fail);
      const refused = await world.notify();
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(await refused.json()).toMatchObject({ code: 'notification_not_handled' });
      expect((await world.record(id)).details).toBeNull();
      expect(world.events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['details_failed', 'notification_rejected']),
      );
      expect((await world.notify()).status).toBe(200);
      expect(world.details.map(({ context }) => context.attempt)).toEqual([1, 2]);
      expect(world.tokens()).toEqual([CARD_TOKEN, CARD_TOKEN]);
      expect((await world.record(id)).details).toBe('notification');
      expect(world.alerts()).toEqual([]);
    });
  }

  it('F45 is an alert at the third failure, once', async () => {
    const world = detailsWorld();
    await settledByStatus(world);
    for (let attempt = 1; attempt <= 5; attempt++) {
      world.failures.push(ways[0]?.[1] ?? (() => {}));
      expect((await world.notify({ AttemptNumber: attempt })).status).toBe(503);
      expect(world.alerts()).toEqual(attempt < 3 ? [] : ['details_failing']);
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
    const world = detailsWorld({ store: () => store });
    await settledByStatus(world);
    dead = true;
    expect((await world.notify()).status).toBeGreaterThanOrEqual(500);
    dead = false;
    expect((await world.notify()).status).toBe(200);
    expect(world.details.map(({ context }) => context.idempotencyKey)).toEqual([
      'A-1:details',
      'A-1:details',
    ]);
  });

  it('T12 that names the card token in its error leaves it in no log, event or record', async () => {
    const world = detailsWorld();
    const id = await settledByStatus(world);
    for (let n = 1; n <= 3; n++) {
      world.failures.push(() => {
        throw Object.assign(new Error(`duplicate key: (token)=(${CARD_TOKEN})`), { detail: CARD_TOKEN });
      });
      await world.notify({ AttemptNumber: n, UDF: { note: `token ${CARD_TOKEN}` } });
    }
    const kept = JSON.stringify([
      world.logs,
      world.events,
      await world.store.listEvents(id),
      await world.store.listNotices(id, 10),
      await world.record(id),
    ]);
    expect(kept).toContain('duplicate key');
    expect(kept).not.toContain(CARD_TOKEN);
  });
});

describe('M44 S156 a card token that comes too late, without onPaymentDetails', () => {
  const onPaymentAlone = (options: HandlerWorldOptions = {}) => handlerWorld(options);

  it('raises one alert when the notification comes after onPayment was called without a token', async () => {
    const world = onPaymentAlone();
    await settledByStatus(world);
    expect(world.payments).toMatchObject([{ cardToken: null }]);
    expect((await world.notify()).status).toBe(200);
    await world.notify({ AttemptNumber: 2 });
    expect(world.alerts()).toEqual(['card_token_undelivered']);
    expect(JSON.stringify(world.events)).not.toContain(CARD_TOKEN);
  });

  it('raises it when onPayment failed with the token and was repeated by another process', async () => {
    const failures = [new Error('The database is away.')];
    const world = onPaymentAlone({
      handler: {
        onPayment: () => {
          const failure = failures.shift();
          if (failure !== undefined) throw failure;
        },
      },
    });
    await world.session();
    world.gateway.pay();
    await world.notify();
    expect(world.alerts()).toEqual([]);
    world.advance(60_000);
    await world.anotherProcess().sweep();
    expect(world.alerts()).toEqual(['card_token_undelivered']);
  });

  it.each([
    ['the notification settled', paidUnsettled],
    ['the status answer brought the token', settledByStatus],
  ])('raises none where %s', async (_how, settle) => {
    const world = onPaymentAlone({ gateway: { statusFields: 'all' } });
    await settle(world);
    await world.notify();
    await world.notify({ AttemptNumber: 2 });
    expect(world.payments).toMatchObject([{ cardToken: CARD_TOKEN }]);
    expect(world.alerts()).toEqual([]);
  });

  it('raises none where the notification has no token, as for a voucher', async () => {
    const world = onPaymentAlone();
    await settledByStatus(world);
    await world.notify({ CardToken: null });
    expect(world.alerts()).toEqual([]);
  });
});

describe('M41 S156 a notification that does not come', () => {
  it('after fifteen minutes: the gateway is asked once, and the alert is raised once', async () => {
    const world = detailsWorld();
    const id = await settledByStatus(world);
    const asked = world.gateway.asked.length;
    world.advance(DEADLINE - 1);
    await world.handler.sweep();
    expect(world.gateway.asked).toHaveLength(asked);
    expect(world.alerts()).toEqual([]);
    world.advance(1);
    await world.handler.sweep();
    expect(world.gateway.asked).toHaveLength(asked + 1);
    expect(world.alerts()).toEqual(['card_token_missing']);
    for (let n = 0; n < 20; n++) {
      world.advance(DEADLINE);
      await world.handler.settle(id);
      await world.handler.sweep();
    }
    expect(world.gateway.asked).toHaveLength(asked + 1);
    expect(world.alerts()).toEqual(['card_token_missing']);
    expect(world.details).toEqual([]);
    // Late, and welcome all the same.
    expect((await world.notify()).status).toBe(200);
    expect(world.tokens()).toEqual([CARD_TOKEN]);
    expect((await world.record(id)).details).toBe('notification');
  });

  it('the status answer is taken when it has the token, and the notification is still delivered', async () => {
    const world = detailsWorld({ gateway: { statusFields: ['CardToken'] } });
    const id = await settledByStatus(world);
    world.advance(DEADLINE);
    await world.handler.sweep();
    expect(world.details).toMatchObject([{ payment: { cardToken: CARD_TOKEN, authCode: null } }]);
    expect((await world.record(id)).details).toBe('status');
    expect(world.alerts()).toEqual([]);
    await world.notify();
    expect(world.details).toMatchObject([{}, { payment: { cardToken: CARD_TOKEN, authCode: '831000' } }]);
    expect((await world.record(id)).details).toBe('notification');
  });

  it('F45 a hook that fails on the status answer is called again, later and later', async () => {
    const world = detailsWorld({ gateway: { statusFields: ['CardToken'] } });
    await settledByStatus(world);
    world.advance(DEADLINE);
    for (const pause of [2_000, 4_000]) {
      world.failures.push(() => Promise.reject(new Error('no room')));
      await world.handler.sweep();
      world.advance(pause - 1);
      expect(await world.handler.sweep()).toMatchObject({ looked: 0 });
      world.advance(1);
    }
    await world.handler.sweep();
    expect(world.details.map(({ context }) => context.attempt)).toEqual([1, 2, 3]);
    world.advance(DEADLINE);
    expect(await world.handler.sweep()).toMatchObject({ looked: 0 });
  });

  it('F40 a gateway that is down is asked again when it is back; the alert waits for its word', async () => {
    const world = detailsWorld();
    await settledByStatus(world);
    world.gateway.down.add('retrieve');
    world.advance(DEADLINE);
    for (let minute = 0; minute < 10; minute++) {
      world.advance(60_000);
      await world.handler.sweep();
    }
    expect(world.alerts()).toEqual([]);
    world.gateway.down.clear();
    for (let minute = 0; minute < 3; minute++) {
      world.advance(60_000);
      await world.handler.sweep();
    }
    expect(world.alerts()).toEqual(['card_token_missing']);
  });

  it('limits.detailsTimeoutMs sets the time', async () => {
    const world = detailsWorld({ handler: { limits: { detailsTimeoutMs: 5_000 } } });
    await settledByStatus(world);
    world.advance(5_000);
    await world.handler.sweep();
    expect(world.alerts()).toEqual(['card_token_missing']);
  });

  it('is nothing to a payment whose details were delivered', async () => {
    const world = detailsWorld();
    await settledByStatus(world);
    await world.notify();
    const asked = world.gateway.asked.length;
    world.advance(DEADLINE);
    await world.handler.sweep();
    expect(world.gateway.asked).toHaveLength(asked);
    expect(world.alerts()).toEqual([]);
  });
});
