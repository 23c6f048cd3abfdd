import { expect, it } from 'vitest';
import type { CheckoutHandlerOptions } from '../../../src/merchant/options.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

/*
 * A hook that goes on failing: what is written each time, when somebody is called, and what is told once it works.
 */

const HOUR = 3_600_000;
const MINUTE = 60_000;

interface Row {
  hook: 'onPayment' | 'onLatePayment' | 'onPending' | 'onUnpaid';
  /** Brings the order to the first call. */
  reach: (harness: HandlerHarness, id: string) => Promise<void>;
  alert: string;
  attemptsField: 'attempts' | 'attempt';
  done: readonly [type: string, data: object];
  /** Each failed attempt is on record, for the back office. */
  failed: string;
}

const paid = async (harness: HandlerHarness) => {
  harness.gateway.pay();
  await harness.notify();
};
const backAndPending = async (harness: HandlerHarness, id: string) => {
  harness.advance(5_000);
  await harness.comeBack(id);
  await harness.drain();
};
const unpaid = async (harness: HandlerHarness) => {
  harness.gateway.set({ Status: 'Expired' });
  for (let at = 0; at < 30; at++) {
    harness.advance(MINUTE);
    await harness.handler.sweep();
  }
};
const late = async (harness: HandlerHarness) => {
  await unpaid(harness);
  harness.events.length = 0;
  await paid(harness);
};

it.each<Row>([
  {
    hook: 'onPayment',
    reach: paid,
    alert: 'fulfilment_failing',
    attemptsField: 'attempts',
    done: ['fulfilled', { attempt: 12, withCardToken: true }],
    failed: 'fulfilment_failed',
  },
  {
    hook: 'onLatePayment',
    reach: late,
    alert: 'fulfilment_failing',
    attemptsField: 'attempts',
    done: ['fulfilled', { attempt: 12, withCardToken: true, late: true, call: 'onLatePayment' }],
    failed: 'fulfilment_failed',
  },
  {
    hook: 'onPending',
    reach: backAndPending,
    alert: 'pending_failing',
    attemptsField: 'attempt',
    done: ['pending_told', { attempt: 12 }],
    failed: 'pending_failed',
  },
  {
    hook: 'onUnpaid',
    reach: unpaid,
    alert: 'unpaid_failing',
    attemptsField: 'attempts',
    done: ['unpaid_told', { attempt: 12 }],
    failed: 'unpaid_failed',
  },
])(
  '$hook: an alert with the tenth failure, once, and an event when it works',
  async ({ hook, reach, alert, attemptsField, done, failed }) => {
    const attempts: number[] = [];
    const keys = new Set<string>();
    const failing = (
      _: unknown,
      { attempt, idempotencyKey }: { attempt: number; idempotencyKey: string },
    ) => {
      attempts.push(attempt);
      keys.add(idempotencyKey);
      if (attempt < 12) throw new Error(`no, for the ${attempt}th time`);
    };
    const options: Partial<CheckoutHandlerOptions> = { [hook]: failing };
    if (hook === 'onLatePayment') options.onUnpaid = () => {};
    const harness = handlerHarness({ handler: options });
    const id = await harness.session();
    await reach(harness, id);
    expect(attempts.length).toBeGreaterThan(0);
    while (attempts.length < 9) {
      harness.advance(HOUR);
      await harness.handler.sweep();
    }
    expect(harness.events.filter(({ type }) => type === alert)).toEqual([]);
    for (let at = 0; at < 20 && attempts.length < 12; at++) {
      harness.advance(HOUR);
      await harness.handler.sweep();
    }
    harness.advance(HOUR);
    await harness.handler.sweep();

    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(keys.size).toBe(1);
    const alerts = harness.events.filter(({ type }) => type === alert);
    expect(alerts.map((event) => [event.alert, event.sessionId, event.data])).toEqual([
      [
        true,
        id,
        {
          [attemptsField]: 10,
          error: expect.stringContaining('no, for the 10th time'),
          ...(hook === 'onLatePayment' ? { call: hook } : {}),
        },
      ],
    ]);
    expect(harness.events.filter(({ type }) => type === done[0]).map(({ data }) => data)).toEqual([done[1]]);
    const { orderReference } = await harness.record(id);
    const told = (await harness.handler.orders.show(orderReference))?.chain.map(({ text }) => text) ?? [];
    expect(told.filter((text) => text.startsWith(`Alert: ${hook} has failed 10 times`))).toHaveLength(1);
    expect(told.filter((text) => text.startsWith(`${hook} finished`))).toHaveLength(1);
    const recorded = (await harness.store.listEvents(id)).filter(({ type }) => type === failed);
    expect(recorded.map(({ data }) => [data.call ?? hook, data.attempt, data.error])).toEqual(
      attempts
        .slice(0, 11)
        .map((attempt) => [hook, attempt, expect.stringContaining(`no, for the ${attempt}th time`)]),
    );
    const lines = harness.logs
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ message }) => message === `${hook} failed; it will be called again`);
    expect(lines.map(({ sessionId, attempt }) => [sessionId, attempt])).toEqual(
      attempts.slice(0, 11).map((attempt) => [id, attempt]),
    );
    expect(lines.every(({ err }) => JSON.stringify(err) !== undefined)).toBe(true);
  },
);

it('an order that was released and is paid without an onLatePayment raises the alert late_payment, once', async () => {
  let calls = 0;
  const harness = handlerHarness({
    handler: {
      onUnpaid: () => {},
      onPayment: ({ late: isLate }) => {
        expect(isLate).toBe(true);
        if (++calls < 3) throw new Error('no');
      },
    },
  });
  const id = await harness.session();
  harness.gateway.set({ Status: 'PENDING' });
  await unpaid(harness);
  harness.events.length = 0;
  await paid(harness);
  for (let at = 0; at < 3; at++) {
    harness.advance(HOUR);
    await harness.handler.sweep();
  }
  expect(calls).toBe(3);
  const told = harness.events.filter(({ type }) => type === 'late_payment' || type === 'fulfilled');
  expect(told.map(({ type, alert, sessionId, data }) => [type, alert, sessionId, data])).toEqual([
    ['late_payment', true, id, { was: 'expired' }],
    ['fulfilled', false, id, { attempt: 3, withCardToken: expect.any(Boolean), late: true }],
  ]);
});
