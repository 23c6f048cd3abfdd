import { describe, expect, it } from 'vitest';
import { defineProfile } from '../../../src/gateway/index.ts';
import type {
  CheckoutHandlerOptions,
  Payment,
  PaymentContext,
  PendingOrder,
  UnpaidOrder,
} from '../../../src/merchant/options.ts';
import type { HandlerHarnessOptions } from '../../support/handlerHarness.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const GRACE = 15 * MINUTE;
/** From when on the address of a page has surely expired. */
const PAGE = 2 * MINUTE + 2 * SECOND;

interface Told<T> {
  news: T;
  context: PaymentContext;
  at: number;
}

interface Shop {
  harness: HandlerHarness;
  unpaid: Told<UnpaidOrder>[];
  late: Told<Payment>[];
  paid: Told<Payment>[];
  pending: Told<PendingOrder>[];
  /** Lets time go by with a sweep every few seconds, as the handler does by itself. */
  live(ms: number, everyMs?: number): Promise<void>;
}

type Failing = Partial<Record<'onUnpaid' | 'onPayment' | 'onLatePayment' | 'onPending', number>>;

/** A shop that reserves stock: it notes each call of its hooks, which fail as often as told. */
function shop(
  handler: Partial<CheckoutHandlerOptions> = {},
  { failing = {}, ...options }: HandlerHarnessOptions & { failing?: Failing } = {},
): Shop {
  const note =
    <T>(list: Told<T>[], name: keyof Failing) =>
    (news: T, context: PaymentContext) => {
      list.push({ news, context, at: harness.now() });
      if (list.length <= (failing[name] ?? 0)) throw new Error('The warehouse is closed.');
    };
  const told: Omit<Shop, 'harness' | 'live'> = { unpaid: [], late: [], paid: [], pending: [] };
  const harness: HandlerHarness = handlerHarness({
    ...options,
    handler: {
      onUnpaid: note(told.unpaid, 'onUnpaid'),
      onLatePayment: note(told.late, 'onLatePayment'),
      onPayment: note(told.paid, 'onPayment'),
      onPending: note(told.pending, 'onPending'),
      ...handler,
    },
  });
  return {
    harness,
    ...told,
    async live(ms, everyMs = 5 * SECOND) {
      for (let passed = 0; passed < ms; passed += everyMs) {
        harness.advance(Math.min(everyMs, ms - passed));
        await harness.handler.sweep();
      }
    },
  };
}

const typesOf = async ({ harness }: Shop, id: string) =>
  (await harness.store.listEvents(id)).map(({ type }) => type);

describe('onUnpaid', () => {
  it('M45 M46 M52 is called once for an order whose page the gateway calls expired, when the grace is over', async () => {
    const s = shop();
    const id = await s.harness.session();
    const opened = s.harness.now();
    s.harness.gateway.set({ Status: 'Expired' });
    await s.live(PAGE + GRACE - SECOND);
    expect(s.unpaid).toEqual([]);
    await s.live(6 * SECOND);
    expect(s.unpaid).toHaveLength(1);
    expect(s.unpaid[0]?.news).toEqual({
      orderReference: 'A-1',
      sessionIds: [id],
      amount: '49.90',
      currency: 'EUR',
      why: 'expired',
      test: true,
      correlationId: (await s.harness.record(id)).correlationId,
      firstTriedAt: new Date(opened),
      lastTriedAt: new Date(opened),
    });
    expect(s.unpaid[0]?.context).toMatchObject({ idempotencyKey: 'A-1:unpaid', attempt: 1 });
    await s.live(10 * DAY, HOUR);
    expect(s.unpaid).toHaveLength(1);
    expect(await typesOf(s, id)).toEqual([
      'session_created',
      'session_opened',
      'expired',
      'order_unpaid',
      'unpaid_told',
    ]);
    expect(s.harness.alerts()).toEqual([]);
  });

  it('is called half an hour in, where the gateway never says that a page has ended', async () => {
    const s = shop();
    await s.harness.session();
    await s.live(15 * MINUTE + GRACE - MINUTE, 30 * SECOND);
    expect(s.unpaid).toEqual([]);
    await s.live(10 * MINUTE, 30 * SECOND);
    expect(s.unpaid.map(({ news }) => news.why)).toEqual(['abandoned']);
  });

  it('limits.unpaidGraceMs sets the grace', async () => {
    const s = shop({ limits: { unpaidGraceMs: 30 * SECOND } });
    await s.harness.session();
    const opened = s.harness.now();
    await s.harness.notify({ Status: 'Declined' });
    s.harness.gateway.set({ Status: 'Declined' });
    await s.live(HOUR);
    const [told] = s.unpaid;
    expect(told?.news.why).toBe('declined');
    expect((told?.at ?? 0) - opened).toBeGreaterThanOrEqual(PAGE + 30 * SECOND);
    expect((told?.at ?? 0) - opened).toBeLessThanOrEqual(PAGE + 60 * SECOND);
  });

  it('G23 counts the grace from the decline where that ends the page', async () => {
    const profile = defineProfile({ redirect: { declineEndsPage: true } });
    const s = shop({}, { gateway: { profile } });
    await s.harness.session();
    await s.harness.notify({ Status: 'Cancelled' });
    s.harness.gateway.set({ Status: 'Cancelled' });
    await s.live(PAGE + GRACE + MINUTE);
    expect(s.unpaid.map(({ news }) => news.why)).toEqual(['cancelled']);
  });

  it('is called for an order for which the gateway never made a page', async () => {
    const s = shop();
    s.harness.gateway.down.add('create');
    expect((await s.harness.open()).status).toBe(503);
    s.harness.gateway.down.clear();
    await s.live(HOUR, 30 * SECOND);
    expect(s.unpaid.map(({ news }) => news.why)).toEqual(['not_opened']);
  });

  it('waits for a gateway that does not answer: nobody knows whether the order was paid', async () => {
    const s = shop();
    await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    s.harness.gateway.down.add('retrieve');
    await s.live(3 * HOUR, MINUTE);
    expect(s.unpaid).toEqual([]);
    s.harness.gateway.down.clear();
    await s.live(5 * MINUTE);
    expect(s.unpaid).toHaveLength(1);
  });

  it('M47 asks the gateway once more before it is called, and finds a payment whose notifications were lost', async () => {
    const s = shop();
    await s.harness.session();
    await s.harness.notify({ Status: 'Declined' });
    await s.live(PAGE + GRACE - 2 * MINUTE);
    s.harness.gateway.pay();
    await s.live(HOUR);
    expect(s.unpaid).toEqual([]);
    expect(s.late).toEqual([]);
    expect(s.paid.map(({ news }) => news.late)).toEqual([undefined]);
  });

  it('T2 is not called while the gateway says "paid" of another sum, or a status that we do not know', async () => {
    for (const change of [{ Status: 'Processed', Amount: '1.00' }, { Status: 'MYSTERY' }]) {
      const s = shop();
      await s.harness.session();
      s.harness.gateway.set(change);
      await s.live(10 * DAY, HOUR);
      expect(s.unpaid).toEqual([]);
    }
  });

  it('is told at once after a shop was down longer than the grace', async () => {
    const s = shop();
    await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    s.harness.advance(DAY);
    await s.harness.handler.sweep();
    expect(s.unpaid).toHaveLength(1);
  });

  it('does not come between a customer who tries again and the new page', async () => {
    const s = shop();
    const first = await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    s.harness.advance(10 * MINUTE);
    const second = await s.harness.session();
    expect(second).not.toBe(first);
    await s.harness.drain();
    s.harness.gateway.pay();
    await s.harness.notify();
    await s.live(2 * HOUR, MINUTE);
    expect(s.unpaid).toEqual([]);
    expect(s.paid).toHaveLength(1);
  });

  it('is not called for an order that is paid, whatever became of its other pages', async () => {
    const s = shop();
    await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    await s.live(5 * MINUTE);
    await s.harness.session();
    s.harness.gateway.pay();
    await s.harness.notify();
    await s.live(10 * DAY, HOUR);
    expect(s.paid.map(({ news }) => news.late)).toEqual([undefined]);
    expect([s.unpaid, s.late]).toEqual([[], []]);
    expect(await s.harness.handler.sweep()).toMatchObject({ due: 0 });
  });

  it('M48 a new session during the grace postpones it, and both are named', async () => {
    const s = shop();
    const first = await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    await s.live(PAGE + GRACE - MINUTE);
    const second = await s.harness.session();
    const again = s.harness.now();
    await s.live(3 * MINUTE);
    s.harness.gateway.set({ Status: 'Cancelled' });
    await s.live(PAGE + GRACE - 3 * MINUTE - 5 * SECOND);
    expect(s.unpaid).toEqual([]);
    await s.live(5 * MINUTE);
    expect(s.unpaid.map(({ news }) => [news.sessionIds, news.why])).toEqual([[[first, second], 'cancelled']]);
    expect(s.unpaid[0]?.at).toBeGreaterThanOrEqual(again + PAGE + GRACE);
    expect(s.unpaid[0]?.news.lastTriedAt).toEqual(new Date(again));
  });

  it('costs nothing where there is none: the same store operations, call for call', async () => {
    const calls = async (handler: Partial<CheckoutHandlerOptions>) => {
      const names: string[] = [];
      const s = shop(handler, {
        wrap: (store) =>
          new Proxy(store, {
            get(target, name: keyof typeof store) {
              const method = target[name] as (...args: unknown[]) => Promise<unknown>;
              return (...args: unknown[]) => {
                names.push(name);
                return method.apply(target, args);
              };
            },
          }),
      });
      await s.harness.session();
      const opening = [...names];
      s.harness.gateway.set({ Status: 'Expired' });
      await s.live(2 * HOUR, MINUTE);
      return {
        opening,
        all: names.filter((name) => name !== 'now' && name !== 'take' && name !== 'claimDue'),
      };
    };
    const without = await calls({ onUnpaid: undefined as never });
    const withIt = await calls({});
    expect(without.all).not.toContain('getRelease');
    expect(without.all).not.toContain('startRelease');
    expect(withIt.opening).toEqual(without.opening);
    expect(withIt.all.length).toBeGreaterThan(without.all.length);
  });

  it('F45 that throws is called again, later and later, with the same key, until it succeeds', async () => {
    const s = shop({}, { failing: { onUnpaid: 3 } });
    const id = await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    s.harness.advance(DAY);
    await s.harness.handler.sweep();
    for (const pause of [2_000, 4_000, 8_000]) {
      s.harness.advance(pause - 1);
      expect(await s.harness.handler.sweep()).toMatchObject({ due: 0 });
      s.harness.advance(1);
      expect(await s.harness.handler.sweep()).toMatchObject({ due: 1, failed: 0 });
    }
    expect(s.unpaid.map(({ context }) => context.attempt)).toEqual([1, 2, 3, 4]);
    expect(new Set(s.unpaid.map(({ context }) => context.idempotencyKey))).toEqual(new Set(['A-1:unpaid']));
    expect(await s.harness.store.getRelease('A-1', true)).toMatchObject({ state: 'done', attempts: 4 });
    expect((await typesOf(s, id)).filter((type) => type === 'order_unpaid')).toHaveLength(1);
    s.harness.advance(DAY);
    await s.harness.handler.sweep();
    expect(s.unpaid).toHaveLength(4);
  });

  it('F45 that hangs is given up in time, told so by its signal, and called again', async () => {
    const signals: AbortSignal[] = [];
    const s = shop({
      limits: { hookTimeoutMs: 20 },
      onUnpaid: (_order, { signal }) => {
        signals.push(signal);
        return signals.length === 1 ? new Promise<void>(() => {}) : undefined;
      },
    });
    await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    s.harness.advance(DAY);
    await s.harness.handler.sweep();
    expect(signals[0]?.aborted).toBe(true);
    s.harness.advance(2_000);
    await s.harness.handler.sweep();
    expect(signals).toHaveLength(2);
    expect(await s.harness.store.getRelease('A-1', true)).toMatchObject({ state: 'done' });
  });

  it('F45 is an alert after ten failures, and goes on, also while the gateway is down', async () => {
    const s = shop({}, { failing: { onUnpaid: 12 } });
    await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    s.harness.advance(DAY);
    await s.harness.handler.sweep();
    s.harness.gateway.down.add('retrieve');
    await s.live(14 * HOUR, HOUR);
    expect(s.harness.alerts()).toEqual(['unpaid_failing']);
    expect(s.unpaid).toHaveLength(13);
    expect(s.harness.logs.join()).toContain('onUnpaid failed; it will be called again');
  });

  it('F41 two processes that sweep at the same moment call it once', async () => {
    const s = shop();
    const others = [s.harness.anotherProcess(), s.harness.anotherProcess(), s.harness.handler];
    await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    for (let minute = 0; minute < 40; minute++) {
      s.harness.advance(MINUTE);
      await Promise.all(others.map((handler) => handler.sweep()));
    }
    expect(s.unpaid).toHaveLength(1);
  });

  it('F41 is repeated by another process after a crash', async () => {
    const s = shop({}, { failing: { onUnpaid: 1 } });
    await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    s.harness.advance(DAY);
    await s.harness.handler.sweep();
    s.harness.advance(DAY);
    await s.harness.anotherProcess().sweep();
    expect(s.unpaid.map(({ context }) => context.attempt)).toEqual([1, 2]);
  });

  it('is called in the live shop for live orders alone', async () => {
    const test = shop();
    const live = shop({}, { gateway: { test: false }, store: () => test.harness.store });
    await test.harness.session();
    test.harness.gateway.set({ Status: 'Expired' });
    for (const each of [live, test]) await each.live(HOUR, MINUTE);
    expect(test.unpaid.map(({ news }) => news.test)).toEqual([true]);
    expect(live.unpaid).toEqual([]);
    await live.harness.session();
    live.harness.gateway.pay();
    await live.harness.notify();
    expect(live.paid.map(({ news }) => [news.test, news.late])).toEqual([[false, undefined]]);
  });

  it('keeps its session from a purge until it was told', async () => {
    const s = shop({ limits: { unpaidGraceMs: 20 * DAY } }, { failing: { onUnpaid: 3 } });
    const id = await s.harness.session();
    s.harness.gateway.set({ Status: 'Expired' });
    await s.live(19 * DAY, HOUR);
    expect(await s.harness.store.purge(s.harness.now())).toMatchObject({ sessions: 0 });
    await s.live(DAY + HOUR, HOUR);
    expect(s.unpaid.length).toBeGreaterThan(0);
    expect(await s.harness.store.purge(s.harness.now())).toMatchObject({ sessions: 0 });
    await s.live(HOUR);
    expect(await s.harness.store.getRelease('A-1', true)).toMatchObject({ state: 'done', sessionId: id });
    expect(await s.harness.store.purge(s.harness.now())).toMatchObject({ sessions: 1 });
  });
});

/** An order that was told unpaid. */
async function released(s: Shop): Promise<string> {
  const id = await s.harness.session();
  s.harness.gateway.set({ Status: 'Expired' });
  s.harness.advance(DAY);
  await s.harness.handler.sweep();
  expect(s.unpaid).toHaveLength(1);
  return id;
}

describe('onLatePayment', () => {
  it('T38 M49 M52 is called in place of onPayment when money still comes for a released order', async () => {
    const s = shop();
    const id = await released(s);
    s.harness.gateway.pay();
    await s.harness.notify();
    expect(s.paid).toEqual([]);
    expect(s.late).toHaveLength(1);
    expect(s.late[0]?.news).toMatchObject({
      orderReference: 'A-1',
      sessionId: id,
      late: true,
      amount: '49.90',
    });
    expect(s.late[0]?.context).toMatchObject({ idempotencyKey: 'A-1:payment', attempt: 1 });
    expect(await s.harness.store.getFulfilment('A-1', true)).toMatchObject({
      state: 'done',
      late: 'after_release',
    });
    await s.live(10 * DAY, HOUR);
    expect([s.unpaid.length, s.late.length, s.paid.length]).toEqual([1, 1, 0]);
    expect(s.harness.alerts()).toEqual(['late_payment']);
  });

  it('M50 without one onPayment is called with payment.late, and an alert is raised', async () => {
    for (const isReopened of [false, true]) {
      const s = shop({ onLatePayment: undefined as never });
      await released(s);
      if (isReopened) await s.harness.session();
      s.harness.gateway.pay();
      await s.harness.notify();
      expect(s.paid.map(({ news }) => news.late)).toEqual([true]);
      expect(s.harness.alerts()).toEqual(['late_payment']);
    }
  });

  it('is called for a session that was opened after the release; the order is not released again', async () => {
    const s = shop();
    await released(s);
    const id = await s.harness.session();
    s.harness.gateway.pay();
    await s.harness.notify();
    await s.live(2 * DAY, HOUR);
    expect(s.late.map(({ news }) => [news.sessionId, news.late])).toEqual([[id, true]]);
    expect([s.unpaid.length, s.paid.length]).toEqual([1, 0]);
    expect((await s.harness.open()).status).toBe(409);
  });

  it('M48 a released order that is tried again and left again is not told twice', async () => {
    const s = shop();
    await released(s);
    await s.harness.session();
    s.harness.gateway.set({ Status: 'Declined' });
    await s.live(10 * DAY, HOUR);
    expect(s.unpaid).toHaveLength(1);
    expect(await s.harness.handler.sweep()).toMatchObject({ due: 0 });
  });

  it('F45 that fails is repeated, as onPayment is', async () => {
    const s = shop({}, { failing: { onLatePayment: 2 } });
    await released(s);
    s.harness.gateway.pay();
    await s.harness.notify();
    await s.live(MINUTE, SECOND);
    expect(s.late.map(({ context }) => context.attempt)).toEqual([1, 2, 3]);
    expect(s.harness.logs.join()).toContain('onLatePayment failed; it will be called again');
    expect(s.paid).toEqual([]);
  });

  it('ends the calls of an onUnpaid that keeps failing', async () => {
    const s = shop({}, { failing: { onUnpaid: 99 } });
    await released(s);
    s.harness.gateway.pay();
    await s.harness.notify();
    await s.live(DAY, MINUTE);
    expect([s.unpaid.length, s.late.length, s.paid.length]).toEqual([1, 1, 0]);
  });

  it('M49 comes after the call of onUnpaid that is under way, of whichever session', async () => {
    for (const payer of [0, 1] as const) {
      const order: string[] = [];
      let end: () => void = () => {};
      const s = shop({
        onUnpaid: async () => {
          order.push('unpaid begins');
          await new Promise<void>((resolve) => {
            end = resolve;
          });
          order.push('unpaid ends');
        },
        onLatePayment: () => void order.push('late'),
      });
      await s.harness.session();
      s.harness.gateway.set({ Status: 'Expired' });
      await s.live(5 * MINUTE);
      await s.harness.session();
      s.harness.gateway.set({ Status: 'Expired' });
      s.harness.advance(DAY);
      const sweep = s.harness.handler.sweep();
      await expect.poll(() => order).toEqual(['unpaid begins']);
      const unique = [...s.harness.gateway.ledger.keys()][payer] ?? '';
      s.harness.gateway.pay(unique);
      await s.harness.notify({}, unique);
      expect(order).toEqual(['unpaid begins']);
      end();
      await sweep;
      await s.live(MINUTE, SECOND);
      expect(order).toEqual(['unpaid begins', 'unpaid ends', 'late']);
    }
  });
});

describe('onPending', () => {
  /** The customer takes a voucher and comes back; the gateway goes on saying "pending". */
  async function withVoucher(s: Shop): Promise<string> {
    const id = await s.harness.session();
    s.harness.advance(30 * SECOND);
    await s.harness.comeBack(id);
    await s.harness.drain();
    return id;
  }

  it('F39 M51 M52 is called once when the customer has finished and the gateway says pending', async () => {
    const s = shop();
    const id = await withVoucher(s);
    await s.live(10 * MINUTE);
    expect(s.pending).toHaveLength(1);
    expect(s.pending[0]?.news).toMatchObject({
      orderReference: 'A-1',
      sessionId: id,
      amount: '49.90',
      currency: 'EUR',
      test: true,
      pspId: '850907',
      since: new Date((await s.harness.record(id)).sentBackAt ?? 0),
    });
    expect(s.pending[0]?.context).toMatchObject({ idempotencyKey: `A-1:pending:${id}`, attempt: 1 });
    expect(await typesOf(s, id)).toEqual([
      'session_created',
      'session_opened',
      'returned',
      'pending',
      'pending_told',
    ]);
  });

  it('T61 is not called for a return by an address that anybody knows', async () => {
    const s = shop();
    const id = await s.harness.session();
    await s.harness.get(`/return/${id}/success`);
    await s.harness.drain();
    await s.live(10 * MINUTE);
    expect(s.pending).toEqual([]);
  });

  it('F39 a voucher that is paid days later is a payment like any other', async () => {
    const s = shop();
    await withVoucher(s);
    await s.live(5 * DAY, 10 * MINUTE);
    expect(s.unpaid).toEqual([]);
    s.harness.gateway.pay();
    await s.harness.notify();
    expect(s.paid.map(({ news }) => news.late)).toEqual([undefined]);
    await s.live(5 * DAY, HOUR);
    expect([s.pending.length, s.paid.length, s.unpaid.length, s.late.length]).toEqual([1, 1, 0, 0]);
  });

  it('F39 a voucher that runs out is an unpaid order, a grace after the gateway has said so', async () => {
    const s = shop();
    await withVoucher(s);
    await s.live(3 * DAY, 10 * MINUTE);
    s.harness.gateway.set({ Status: 'Expired' });
    await s.harness.notify();
    const ended = s.harness.now();
    await s.live(GRACE - MINUTE);
    expect(s.unpaid).toEqual([]);
    await s.live(2 * MINUTE);
    expect(s.unpaid.map(({ news }) => news.why)).toEqual(['expired']);
    expect(s.unpaid[0]?.at).toBeGreaterThanOrEqual(ended + GRACE);
  });

  it('F39 a voucher that runs out after the week in which it was polled about is told all the same', async () => {
    const s = shop();
    const id = await withVoucher(s);
    await s.live(9 * DAY, HOUR);
    expect((await s.harness.record(id)).status).toBe('unresolved');
    expect(s.unpaid).toEqual([]);
    s.harness.gateway.set({ Status: 'Expired' });
    await s.live(2 * DAY, HOUR);
    expect(s.unpaid.map(({ news }) => news.why)).toEqual(['expired']);
  });

  it('F39 a voucher under way keeps the order, also when another page has taken its place and was left', async () => {
    const s = shop();
    const first = await withVoucher(s);
    await s.live(20 * MINUTE);
    const second = await s.harness.session();
    expect(second).not.toBe(first);
    expect(await s.harness.record(first)).toMatchObject({ status: 'expired', endedAt: null });
    const [voucher = '', page = ''] = s.harness.gateway.ledger.keys();
    s.harness.gateway.set({ Status: 'Expired' }, page);
    await s.live(3 * DAY, 10 * MINUTE);
    expect(s.unpaid).toEqual([]);
    s.harness.gateway.set({ Status: 'Expired' }, voucher);
    await s.live(2 * DAY, 10 * MINUTE);
    expect(s.unpaid.map(({ news }) => news.sessionIds)).toEqual([[first, second]]);
  });

  it('F45 that fails is repeated with the same key, and is an alert after ten times', async () => {
    const s = shop({}, { failing: { onPending: 11 } });
    const id = await withVoucher(s);
    await s.live(DAY, MINUTE);
    expect(s.pending).toHaveLength(12);
    expect(new Set(s.pending.map(({ context }) => context.idempotencyKey))).toEqual(
      new Set([`A-1:pending:${id}`]),
    );
    expect(s.harness.alerts()).toEqual(['pending_failing']);
  });
});

describe('a shop with a long past', () => {
  it('F47 calls nobody for orders that had ended before it asked to be told', async () => {
    const before = shop({ onUnpaid: undefined as never });
    await before.harness.session();
    before.harness.gateway.set({ Status: 'Expired' });
    await before.live(8 * DAY, HOUR);
    const after = shop({}, { store: () => before.harness.store });
    await after.live(DAY, HOUR);
    expect(after.unpaid).toEqual([]);
  });
});
