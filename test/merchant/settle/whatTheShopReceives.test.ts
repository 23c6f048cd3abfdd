import { describe, expect, it } from 'vitest';
import type { CheckoutHandlerOptions, Payment, PaymentContext } from '../../../src/merchant/options.ts';
import { CARD_TOKEN } from '../../support/fakeGateway.ts';
import { type HandlerWorld, handlerWorld } from '../../support/handlerWorld.ts';

type Call = [payment: Payment, context: PaymentContext];

/** A handler with a shop's `onPayment`, and a note of each call. */
function shop(failures = 0, options: Partial<CheckoutHandlerOptions> = {}) {
  const calls: Call[] = [];
  const world = handlerWorld({
    handler: {
      onPayment: async (...call) => {
        calls.push(call);
        if (calls.length <= failures) throw new Error('warehouse is closed');
      },
      ...options,
    },
  });
  return { world, calls };
}

async function payment(world: HandlerWorld, calls: Call[]) {
  const id = await world.session();
  world.gateway.pay();
  await world.notify();
  const [call] = calls;
  if (call === undefined) throw new Error('onPayment was not called.');
  return { id, told: call[0], context: call[1], sent: world.gateway.created[0] };
}

describe('what onPayment is told', () => {
  const { world, calls } = shop();
  const paid = payment(world, calls);

  it('M1 the order reference of resolveOrder', async () => {
    expect((await paid).told.orderReference).toBe('A-1');
  });
  it('M2 the session', async () => {
    expect((await paid).told.sessionId).toBe((await paid).id);
  });
  it('M3 M4 the amount as a decimal string, and the currency', async () => {
    expect((await paid).told).toMatchObject({ amount: '49.90', currency: 'EUR' });
  });
  it('M5 the gateway’s number of the transaction, as a string', async () => {
    expect((await paid).told.pspId).toBe('850907');
  });
  it('M6 the unique reference that the gateway was sent', async () => {
    expect((await paid).told.uniqueReference).toMatch(/^[\da-f-]{36}$/);
    expect((await paid).told.uniqueReference).toBe((await paid).sent?.uniqueReference);
  });
  it('M7 M8 a purchase, in test', async () => {
    expect((await paid).told).toMatchObject({ transactionType: 'PURC', test: true });
  });
  it('M9 the id that the log lines of this session carry', async () => {
    const { told } = await paid;
    expect(told.correlationId).toBe((await world.record(told.sessionId)).correlationId);
    expect(world.logs.some((line) => line.includes(told.correlationId))).toBe(true);
  });
  it('M10 the card token that the notification carried', async () => {
    expect((await paid).told.cardToken).toBe(CARD_TOKEN);
  });
  it('M11 M12 its key, and that it is the first call', async () => {
    expect((await paid).context).toMatchObject({ idempotencyKey: 'A-1:payment', attempt: 1 });
  });
  it('M15 without a status call, since the notification was enough', async () => {
    await paid;
    expect(world.gateway.asked).toEqual([]);
  });
});

describe('how onPayment is called', () => {
  it('M11 M12 M14 again with the same key and the next number after a failure, and not after it is done', async () => {
    const { world, calls } = shop(2);
    await payment(world, calls);
    for (let n = 0; n < 6; n++) {
      world.advance(60_000);
      await world.handler.sweep();
    }
    expect(calls.map(([, { attempt }]) => attempt)).toEqual([1, 2, 3]);
    expect(new Set(calls.map(([, { idempotencyKey }]) => idempotencyKey)).size).toBe(1);
  });

  it('M13 with a signal that aborts when its time is over', async () => {
    const aborted: boolean[] = [];
    const { world } = shop(0, {
      limits: { hookMs: 20 },
      onPayment: (_payment, { signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            aborted.push(signal.aborted);
            resolve();
          });
        }),
    });
    await world.session();
    world.gateway.pay();
    await world.notify();
    expect(aborted).toEqual([true]);
  });

  it('M7 says AUTH where the order asks for an authorisation', async () => {
    const { world, calls } = shop(0, {
      resolveOrder: () => ({
        orderReference: 'A-1',
        amount: '49.90',
        currency: 'EUR',
        transactionType: 'AUTH',
      }),
    });
    expect((await payment(world, calls)).told.transactionType).toBe('AUTH');
  });

  it('M8 says that it is no test where the gateway is live', async () => {
    const calls: Call[] = [];
    const world = handlerWorld({
      gateway: { test: false },
      handler: { onPayment: (...call) => void calls.push(call) },
    });
    expect((await payment(world, calls)).told.test).toBe(false);
  });
});
