import { describe, expect, it } from 'vitest';
import type { StuckOrder, StuckQuery } from '../../../src/merchant/orders/types.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { created, notification, paid } from '../../../src/testing/store/fixture.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CARD = '4111111111111111';

/** Its database is away. */
const closedStore = () => ({
  ...memoryStore(),
  ready: () => Promise.reject(new Error('The store is away.')),
});

const brief = (stuck: readonly StuckOrder[]) =>
  stuck.map(({ reason, orderReference }) => `${reason} ${orderReference}`);

describe('handler.orders.stuck', () => {
  it('is empty where all is well: paid and fulfilled, open for two minutes, expired', async () => {
    const harness = handlerHarness();
    await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    await harness.session('A-2');
    expect(await harness.handler.orders.stuck()).toEqual({ stuck: [], next: null });
  });

  it('tells of an onPayment that fails at once: how often, since when, and what it threw, redacted', async () => {
    const harness = handlerHarness({
      handler: {
        onPayment: () => {
          throw new Error(`The warehouse is closed for ${CARD}, password=hunter22`);
        },
      },
    });
    const sessionId = await harness.session('A-1');
    harness.advance(30_000);
    harness.gateway.pay();
    const since = new Date(harness.now());
    await harness.notify();
    harness.advance(10_000);
    await harness.handler.sweep();
    const { stuck, next } = await harness.handler.orders.stuck();
    expect(next).toBeNull();
    expect(stuck).toEqual([
      {
        reason: 'fulfilment_failing',
        orderReference: 'A-1',
        sessionId,
        pspId: expect.any(String),
        amount: '49.90',
        currency: 'EUR',
        status: 'completed',
        since,
        attempts: 2,
        lastError: expect.stringContaining('The warehouse is closed for 411111******1111'),
        explanation: expect.stringContaining('onPayment fails'),
        remedy: expect.stringContaining('orders retry A-1'),
      },
    ]);
    expect(JSON.stringify(stuck)).not.toMatch(/4111111111111111|hunter22/);
  });

  it('tells of a price that cannot be asked, by its error', async () => {
    const harness = handlerHarness({
      handler: {
        resolveOrder: (order, { reason }) => {
          if (reason === 'settle') throw new Error('The price list is away.');
          return { orderReference: String(order), amount: '49.90', currency: 'EUR' };
        },
      },
    });
    await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    expect((await harness.handler.orders.stuck()).stuck).toMatchObject([
      { reason: 'fulfilment_failing', lastError: expect.stringContaining('The price list is away.') },
    ]);
  });

  it('tells of an order that is held, with both sums', async () => {
    let amount = '49.90';
    const harness = handlerHarness({
      handler: { resolveOrder: (order) => ({ orderReference: String(order), amount, currency: 'EUR' }) },
    });
    await harness.session('A-1');
    amount = '60.00';
    harness.gateway.pay();
    await harness.notify();
    const { stuck } = await harness.handler.orders.stuck();
    expect(brief(stuck)).toEqual(['underpaid_held A-1']);
    expect(stuck[0]?.explanation).toContain('Paid were 49.90 EUR, and the order costs 60.00 EUR');
  });

  it('waits a minute for a call that is under way, and tells of a worker that died with it', async () => {
    let now = 1_700_000_000_000;
    const store = memoryStore({ now: () => now });
    const harness = handlerHarness({ store: () => store });
    const session = await paid(store, { orderReference: 'A-1', createdAt: now, paidAt: now });
    await store.startFulfilment('A-1', true);
    expect((await harness.handler.orders.stuck()).stuck).toEqual([]);
    now += MINUTE;
    harness.advance(MINUTE);
    expect((await harness.handler.orders.stuck()).stuck).toMatchObject([
      { reason: 'fulfilment_waiting', sessionId: session.id, attempts: 1, lastError: null },
    ]);
  });

  it('tells of what the gateway does not answer, of what is pending, unresolved and half made, and of no sweep', async () => {
    const harness = handlerHarness();
    const { store } = harness;
    const createdAt = harness.now();
    const add = (orderReference: string, status: 'creating' | 'open' | 'pending' | 'unresolved') =>
      created(store, {
        orderReference,
        status,
        createdAt,
        returnedAt: status === 'pending' ? createdAt + 7 : null,
      });
    await add('creating', 'creating');
    await add('open', 'open');
    await add('pending', 'pending');
    await add('unresolved', 'unresolved');
    const late = await created(
      store,
      { orderReference: 'late', status: 'failed', createdAt },
      { dueAt: createdAt },
    );
    expect(brief((await harness.handler.orders.stuck()).stuck)).toEqual(['unresolved unresolved']);
    harness.advance(HOUR);
    const { stuck } = await harness.handler.orders.stuck();
    expect(brief(stuck)).toEqual([
      'sweep_overdue late',
      'unresolved unresolved',
      'pending_too_long pending',
      'unanswered open',
      'creating_too_long creating',
    ]);
    expect(stuck[0]).toMatchObject({ sessionId: late.id, since: new Date(createdAt) });
    expect(stuck[2]).toMatchObject({ since: new Date(createdAt + 7) });
  });

  it('tells of an order that will not be paid, and whose onUnpaid fails', async () => {
    const harness = handlerHarness({
      handler: {
        onUnpaid: () => {
          throw new Error('The stock room is closed.');
        },
      },
    });
    await harness.session('A-1');
    const begun = harness.now();
    for (let sweeps = 0; sweeps < 60; sweeps++) {
      harness.advance(2 * HOUR);
      await harness.handler.sweep();
    }
    const { stuck } = await harness.handler.orders.stuck();
    expect(brief(stuck)).toEqual(['release_failing A-1']);
    expect(stuck[0]).toMatchObject({
      attempts: expect.any(Number),
      lastError: expect.stringContaining('The stock room is closed.'),
    });
    expect(stuck[0]?.since.getTime()).toBeGreaterThan(begun);
    expect((await harness.handler.orders.show('A-1'))?.stuck).toEqual([
      { ...stuck[0], since: expect.any(Date) },
    ]);
  });

  it('tells with the first failure why onUnpaid fails', async () => {
    const harness = handlerHarness({
      handler: {
        onUnpaid: () => {
          throw new Error(`The stock room is closed for ${CARD}.`);
        },
      },
    });
    await harness.session('A-1');
    harness.gateway.set({ Status: 'Expired' });
    for (let stuck: readonly StuckOrder[] = []; stuck.length === 0; ) {
      harness.advance(MINUTE);
      await harness.handler.sweep();
      ({ stuck } = await harness.handler.orders.stuck());
      if (stuck.length === 0) continue;
      expect(stuck).toMatchObject([
        {
          reason: 'release_failing',
          attempts: 1,
          lastError: expect.stringContaining('The stock room is closed for 411111******1111'),
        },
      ]);
    }
    const shown = await harness.handler.orders.show('A-1');
    expect(shown?.stuck).toMatchObject([{ reason: 'release_failing', attempts: 1 }]);
    expect(shown?.chain.at(-1)).toMatchObject({ actor: 'shop', type: 'unpaid_failed' });
    expect(shown?.chain.at(-1)?.text).toContain('onUnpaid failed, attempt 1: ');
  });

  it('tells of an onPending that fails, from its first failure until it has finished', async () => {
    let isOpen = false;
    const harness = handlerHarness({
      handler: {
        onPending: () => {
          if (!isOpen) throw new Error(`The mail server is away for ${CARD}.`);
        },
      },
    });
    const sessionId = await harness.session('A-1');
    harness.advance(5_000);
    const since = new Date(harness.now());
    await harness.comeBack(sessionId);
    await harness.drain();
    const { stuck } = await harness.handler.orders.stuck();
    expect(stuck).toMatchObject([
      {
        reason: 'pending_failing',
        orderReference: 'A-1',
        sessionId,
        status: 'pending',
        since,
        attempts: 1,
        lastError: expect.stringContaining('The mail server is away for 411111******1111'),
      },
    ]);
    const shown = await harness.handler.orders.show('A-1');
    expect(shown?.stuck).toEqual(stuck);
    expect(shown?.chain.at(-1)).toMatchObject({ actor: 'shop', type: 'pending_failed' });

    isOpen = true;
    harness.advance(MINUTE);
    await harness.handler.sweep();
    expect((await harness.handler.orders.stuck()).stuck).toEqual([]);
  });

  it('tells of an onPending that never came back, after a minute', async () => {
    const harness = handlerHarness();
    const { store } = harness;
    const since = harness.now();
    await created(store, { orderReference: 'A-1', status: 'pending', createdAt: since, pendingAttempts: 1 });
    await created(store, { orderReference: 'A-2', status: 'pending', createdAt: since });
    await created(store, {
      orderReference: 'A-3',
      status: 'pending',
      createdAt: since,
      pendingAttempts: 1,
      pendingToldAt: since,
    });
    expect((await harness.handler.orders.stuck()).stuck).toEqual([]);
    harness.advance(MINUTE);
    expect((await harness.handler.orders.stuck()).stuck).toMatchObject([
      { reason: 'pending_failing', orderReference: 'A-1', attempts: 1, lastError: null },
    ]);
  });

  it('tells of details that could not be delivered, and of those that never came', async () => {
    const harness = handlerHarness({
      handler: {
        onPaymentDetails: () => {
          throw new Error('No vault.');
        },
      },
    });
    await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    await paid(harness.store, { orderReference: 'A-2', details: 'missing', createdAt: harness.now() + 1 });
    await harness.store.startFulfilment('A-2', true);
    await harness.store.completeFulfilment('A-2', true, []);
    const { stuck } = await harness.handler.orders.stuck();
    expect(brief(stuck)).toEqual(['details_failing A-1', 'details_missing A-2']);
    expect(stuck[0]).toMatchObject({ attempts: 1, lastError: expect.stringContaining('No vault.') });
  });

  it('tells of signed notifications of no session, of its own mode, unless onNotification takes them', async () => {
    const harness = handlerHarness();
    const body = { OrderReference: 'B-1', PspId: 7, Amount: '5.00', Currency: 'EUR', CardNumber: CARD };
    await harness.store.receive(notification({ verified: true, body: { ...body, IsTest: false } }));
    await harness.store.receive(notification({ verified: true, body: { ...body, IsTest: true } }));
    await harness.store.receive(notification({ verified: false, body: {} }));
    expect((await harness.handler.orders.stuck()).stuck).toEqual([
      expect.objectContaining({
        reason: 'orphan_notification',
        orderReference: 'B-1',
        sessionId: null,
        pspId: '7',
        amount: '5.00',
        since: new Date(harness.now()),
      }),
    ]);
    const taking = handlerHarness({ store: () => harness.store, handler: { onNotification: () => {} } });
    expect((await taking.handler.orders.stuck()).stuck).toEqual([]);
  });

  it('T60 shows nothing of the other mode', async () => {
    const harness = handlerHarness();
    const { store } = harness;
    await paid(store, { test: false, orderReference: 'live', details: 'missing' });
    await created(store, { test: false, status: 'unresolved' }, { dueAt: 1 });
    expect((await harness.handler.orders.stuck()).stuck).toEqual([]);
    expect(await harness.handler.orders.show('live')).toBeNull();
    expect(await harness.handler.orders.ask('live')).toBeNull();
    expect(await harness.handler.orders.retry('live')).toBeNull();
  });

  it('goes page by page through all reasons, and begins where it is told', async () => {
    const harness = handlerHarness();
    const { store } = harness;
    const day = harness.now() - 24 * HOUR;
    for (let index = 0; index < 5; index++) {
      await created(store, { orderReference: `U-${index}`, status: 'unresolved', createdAt: day + index });
      await created(store, { orderReference: `O-${index}`, status: 'open', createdAt: day });
    }
    const whole = brief((await harness.handler.orders.stuck()).stuck);
    expect(whole).toHaveLength(10);
    const paged: string[] = [];
    let next: string | null = null;
    do {
      const page = await harness.handler.orders.stuck({
        limit: 3,
        ...(next === null ? {} : { after: next }),
      });
      paged.push(...brief(page.stuck));
      next = page.next;
    } while (next !== null);
    expect(paged).toEqual(whole);
    expect(brief((await harness.handler.orders.stuck({ since: new Date(day + 3) })).stuck)).toEqual([
      'unresolved U-3',
      'unresolved U-4',
    ]);
  });

  it.each<[unknown, RegExp]>([
    [
      null,
      /^orders\.stuck: expected \{ limit, since, after \}, each of them optional, or nothing, got null\.$/,
    ],
    [[], /got a list\.$/],
    ['A-1', /got "A-1"\.$/],
    [7, /got 7\.$/],
    [() => {}, /got a function\.$/],
    [{ unknown: 1 }, /^Unknown option of orders\.stuck "unknown"\. Known are limit, since, after\.$/],
    [{ Limit: 5 }, /Did you mean "limit"\?/],
    [{ limit: 0 }, /limit: expected a whole number from 1 to 1000, got 0\.$/],
    [{ limit: 1_001 }, /limit/],
    [{ limit: 2.5 }, /limit/],
    [{ limit: '5' }, /limit: .* got "5"\.$/],
    [{ limit: 5n }, /limit: .* got 5n\.$/],
    [{ limit: null }, /limit: .* got null\.$/],
    [{ limit: Symbol('x') }, /limit: .* got a symbol\.$/],
    [{ since: new Date('no') }, /since: expected a valid Date, such as .*, got an invalid Date\.$/],
    [{ since: '2030-01-15' }, /since: .* got "2030-01-15"\.$/],
    [{ since: 0 }, /since: .* got 0\.$/],
    [{ since: null }, /since: .* got null\.$/],
    [{ after: 'elsewhere' }, /after: expected the "next" of the page before, as it was, got "elsewhere"\.$/],
    [{ after: '99' }, /after/],
    [{ after: `0.${'9'.repeat(30)}.x` }, /after/],
    [{ after: '0.5.\0' }, /after/],
    [{ after: null }, /after/],
    [{ after: 1 }, /after/],
    [{ after: {} }, /got an object\.$/],
  ])('refuses query %# before it opens the store', async (query, why) => {
    const { handler } = handlerHarness({ store: closedStore });
    const asked = handler.orders.stuck(query as StuckQuery);
    await expect(asked).rejects.toThrow(why);
    await expect(asked).rejects.toBeInstanceOf(TypeError);
  });

  it.each([undefined, null, '', 7, {}, ['A-1']])('refuses %j as an order reference', async (reference) => {
    const { orders } = handlerHarness({ store: closedStore }).handler;
    for (const call of ['show', 'ask', 'retry'] as const) {
      const asked = orders[call](reference as string);
      await expect(asked).rejects.toThrow(
        new RegExp(
          `^orders\\.${call}: expected an order reference as resolveOrder names it, such as "A-1001", got `,
        ),
      );
      await expect(asked).rejects.toBeInstanceOf(TypeError);
    }
  });

  it.each(['\0', '\ud800', 'x'.repeat(100_000), "' OR 1=1 --", '__proto__'])(
    'knows no order %j',
    async (reference) => {
      const { orders } = handlerHarness().handler;
      expect(await orders.show(reference)).toBeNull();
      expect(await orders.ask(reference)).toBeNull();
      expect(await orders.retry(reference)).toBeNull();
    },
  );
});
