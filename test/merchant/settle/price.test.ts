import { describe, expect, it } from 'vitest';
import type { CheckoutHandlerOptions, OrderFacts, ResolveContext } from '../../../src/merchant/options.ts';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

interface Shop {
  harness: HandlerHarness;
  /** What the order costs from now on; a function is called in place of an answer. */
  price: { now: OrderFacts | null | (() => never) };
  asked: { order: unknown; context: ResolveContext }[];
}

const facts = (amount: string, currency = 'EUR', orderReference = 'A-1'): OrderFacts => ({
  orderReference,
  amount,
  currency,
});

function shop(handler: Partial<CheckoutHandlerOptions> = {}): Shop {
  const price: Shop['price'] = { now: facts('49.90') };
  const asked: Shop['asked'] = [];
  const harness = handlerHarness({
    handler: {
      resolveOrder: (order, context) => {
        asked.push({ order, context });
        return typeof price.now === 'function' ? price.now() : price.now;
      },
      ...handler,
    },
  });
  return { harness, price, asked };
}

/** The page is made at 49.90, then the order changes, then the customer pays the page. */
async function paidAfter(
  { harness, price }: Shop,
  change: Shop['price']['now'],
  order: unknown = 'A-1',
): Promise<string> {
  const id = await harness.session(order);
  price.now = change;
  harness.gateway.pay();
  await harness.notify();
  expect((await harness.record(id)).status).toBe('completed');
  return id;
}

describe('T65 the price when the payment settles', () => {
  it('is asked of resolveOrder with the same order, no request and its reason', async () => {
    const order = { id: 'A-1', items: [{ sku: 'x', quantity: 2 }] };
    const its = shop();
    await paidAfter(its, facts('49.9'), order);
    expect(its.asked).toMatchObject([
      { order, context: { reason: 'session', request: expect.any(Request), principal: null } },
      { order, context: { reason: 'settle', request: null, principal: null } },
    ]);
    expect(its.harness.payments).toMatchObject([
      { amount: '49.90', currency: 'EUR', expected: { amount: '49.90', currency: 'EUR' } },
    ]);
    expect(its.harness.alerts()).toEqual([]);
  });

  it('M38 T65 was raised: an old page that is paid is held, told of once, and fulfilled when the price is mended', async () => {
    const its = shop();
    await paidAfter(its, facts('99.90'));
    for (let n = 0; n < 5; n++) {
      its.harness.advance(3_600_000);
      await its.harness.handler.sweep();
    }
    expect(its.harness.payments).toEqual([]);
    expect(its.harness.alerts()).toEqual(['underpaid']);
    expect(its.harness.events.find(({ type }) => type === 'underpaid')).toMatchObject({
      orderReference: 'A-1',
      data: {
        paid: { amount: '49.90', currency: 'EUR' },
        expected: { amount: '99.90', currency: 'EUR' },
        onUnderpaid: 'hold',
      },
    });
    its.price.now = facts('49.90');
    its.harness.advance(3_600_000);
    await its.harness.handler.sweep();
    expect(its.harness.payments).toMatchObject([{ expected: { amount: '49.90' } }]);
  });

  it('T65 held payments are asked about with backoff, at most once an hour in the end', async () => {
    const its = shop();
    await paidAfter(its, facts('99.90'));
    for (let minute = 0; minute < 24 * 60; minute++) {
      its.harness.advance(60_000);
      await its.harness.handler.sweep();
    }
    const settling = its.asked.filter(({ context }) => context.reason === 'settle').length;
    expect(settling).toBeGreaterThan(20);
    expect(settling).toBeLessThan(40);
  });

  it('T65 in another currency is held as well', async () => {
    const its = shop();
    await paidAfter(its, facts('49.90', 'USD'));
    expect(its.harness.payments).toEqual([]);
    expect(its.harness.alerts()).toEqual(['underpaid']);
  });

  it('M38 T65 with onUnderpaid "fulfil" it is fulfilled, with both sums and the alert', async () => {
    const its = shop({ onUnderpaid: 'fulfil' });
    await paidAfter(its, facts('99.90'));
    expect(its.harness.payments).toMatchObject([{ amount: '49.90', expected: { amount: '99.90' } }]);
    expect(its.harness.alerts()).toEqual(['underpaid']);
  });

  it('M39 T65 was lowered: fulfilled, with the alert "overcharged"', async () => {
    const its = shop();
    await paidAfter(its, facts('9.90'));
    expect(its.harness.payments).toMatchObject([{ amount: '49.90', expected: { amount: '9.90' } }]);
    expect(its.harness.alerts()).toEqual(['overcharged']);
  });

  it('T65 is compared in minor units, for sums of any size and spelling', async () => {
    for (const [now, alerts] of [
      ['49.9', []],
      ['49.900', []],
      [4990n, []],
      ['49.91', ['underpaid']],
      ['100', ['underpaid']],
      [4991n, ['underpaid']],
      ['49.89', ['overcharged']],
      ['9', ['overcharged']],
    ] as const) {
      const its = shop();
      await paidAfter(its, { ...facts('0'), amount: now });
      expect([now, its.harness.alerts()]).toEqual([now, alerts]);
    }
  });

  it('is not named any more, or belongs to another order now: fulfilled with expected null', async () => {
    for (const now of [null, facts('99.90', 'EUR', 'B-1')]) {
      const its = shop();
      await paidAfter(its, now);
      expect(its.harness.payments).toMatchObject([{ expected: null }]);
      expect(its.harness.alerts()).toEqual([]);
    }
  });

  it('T54 cannot be asked: tried again, then fulfilled with expected null and an alert', async () => {
    const wrong = [
      () => {
        throw new Error('the database is down');
      },
      () => Promise.reject(new Error('the database is down')) as never,
      () => new Promise(() => {}) as never,
      () => ({ orderReference: 'A-1', amount: 99.9, currency: 'EUR' }) as never,
      () => ({ orderReference: 'A-1', amount: '99.90', currency: 'XXZ' }) as never,
    ];
    for (const fail of wrong) {
      const its = shop({ limits: { answerTimeoutMs: 10 } });
      await paidAfter(its, fail);
      expect(its.harness.payments).toEqual([]);
      for (const pause of [2_000, 4_000, 8_000]) {
        expect(its.harness.payments).toEqual([]);
        its.harness.advance(pause);
        await its.harness.handler.sweep();
      }
      expect(its.harness.payments).toMatchObject([{ expected: null }]);
      expect(its.harness.alerts()).toEqual(['price_unknown']);
    }
  });

  it('T54 can be asked again after a failure: nothing is lost', async () => {
    const its = shop();
    await paidAfter(its, () => {
      throw new Error('the database is down');
    });
    its.price.now = facts('49.90');
    its.harness.advance(2_000);
    await its.harness.handler.sweep();
    expect(its.harness.payments).toMatchObject([{ expected: { amount: '49.90' } }]);
    expect(its.harness.alerts()).toEqual([]);
  });
});

describe('T65 the order that is kept with a session', () => {
  it('is what the browser sent', async () => {
    for (const order of [null, '', 'A-1', 7, { id: 'A-1', list: [1, 'b', { c: null }] }]) {
      const its = shop();
      await its.harness.session(order);
      its.harness.gateway.pay();
      await its.harness.notify();
      expect(its.asked.map(({ order }) => order)).toEqual([order, order]);
    }
  });

  it('T12 holds no card number, whatever it hides in, but its own reference as it is', async () => {
    const number = '4242424242424242';
    const its = shop();
    its.price.now = facts('49.90', 'EUR', '5555555555554444');
    const sent = {
      id: '5555555555554444',
      note: `card ${number}`,
      pin: '1234',
      list: [number, { [number]: Number(number) }],
    };
    const id = await its.harness.session(sent);
    const { order } = await its.harness.record(id);
    expect(order).not.toContain(number);
    expect(order).not.toContain('1234');
    expect(JSON.parse(order ?? '')).toMatchObject({ id: '5555555555554444' });
    its.harness.gateway.pay();
    await its.harness.notify();
    expect(its.harness.payments).toMatchObject([{ expected: { amount: '49.90' } }]);
  });

  it('T65 T44 is refused when it is too large to be kept: padding must not switch the comparison off', async () => {
    const its = shop();
    const open = (padding: number) => its.harness.open({ id: 'A-1', padding: 'x'.repeat(padding) });
    expect((await open(4_000)).status).toBe(201);
    const asked = its.asked.length;
    const refused = await open(4_100);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({
      code: 'body_too_large',
      detail: expect.stringMatching(
        /^The order is 4\d\d\d bytes long; at most 4096 are taken \(limits\.maxOrderBytes\)\. Send the basket's id/,
      ),
    });
    // Nobody prices an order that is refused.
    expect(its.asked).toHaveLength(asked);
  });

  it('F47 is unknown for a session of an earlier release: fulfilled, nothing is compared', async () => {
    const its = shop();
    const { createSession, change } = its.harness.store;
    Object.assign(its.harness.store, {
      createSession: (session, ...rest) => createSession({ ...session, order: null }, ...rest),
      change: (wanted) => change({ ...wanted, next: { ...wanted.next, order: null } }),
    } satisfies Partial<CheckoutStore>);
    await paidAfter(its, facts('99.90'));
    expect(its.harness.payments).toMatchObject([{ expected: null }]);
    expect(its.asked).toHaveLength(1);
  });
});
