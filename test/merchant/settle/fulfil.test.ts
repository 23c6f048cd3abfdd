import { describe, expect, it } from 'vitest';
import type { PaymentContext } from '../../../src/merchant/options.ts';
import { CARD_TOKEN, type FakeGatewayOptions } from '../../support/fakeGateway.ts';
import { handlerWorld } from '../../support/handlerWorld.ts';

/** A hook that fails as often as told, and a note of each call. */
function hook(failures: number) {
  const calls: PaymentContext[] = [];
  const tokens: (string | null)[] = [];
  return {
    calls,
    tokens,
    onPayment: async (payment: { cardToken: string | null }, context: PaymentContext) => {
      calls.push(context);
      tokens.push(payment.cardToken);
      if (calls.length <= failures) throw new Error('warehouse is closed');
    },
  };
}

async function paidWorld(failures: number, gateway: FakeGatewayOptions = {}) {
  const { onPayment, ...seen } = hook(failures);
  const world = handlerWorld({ handler: { onPayment }, gateway });
  const id = await world.session();
  world.gateway.pay();
  await world.notify();
  return { world, id, ...seen };
}

describe('onPayment', () => {
  it('F45 that throws is called again, later and later, with the same key, until it succeeds', async () => {
    const { world, id, calls } = await paidWorld(3);
    expect(await world.status(id)).toMatchObject({ status: 'completed' });
    expect(await world.handler.sweep()).toMatchObject({ looked: 0 });
    for (const pause of [2_000, 4_000, 8_000]) {
      world.advance(pause - 1);
      expect(await world.handler.sweep()).toMatchObject({ looked: 0 });
      world.advance(1);
      expect(await world.handler.sweep()).toMatchObject({ looked: 1, failed: 0 });
    }
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set(['A-1:payment']));
    expect((await world.store.getEffect('A-1', true))?.state).toBe('done');
    world.advance(100_000_000);
    expect(await world.handler.sweep()).toMatchObject({ looked: 0 });
    expect(calls).toHaveLength(4);
  });

  it('F45 that hangs is given up in time, told so by its signal, and called again', async () => {
    const signals: AbortSignal[] = [];
    const world = handlerWorld({
      handler: {
        limits: { hookMs: 20 },
        onPayment: (_payment, { signal }) => {
          signals.push(signal);
          return signals.length === 1 ? new Promise<void>(() => {}) : undefined;
        },
      },
    });
    await world.session();
    world.gateway.pay();
    await world.notify();
    expect(signals[0]?.aborted).toBe(true);
    world.advance(2_000);
    await world.handler.sweep();
    expect(signals).toHaveLength(2);
    expect((await world.store.getEffect('A-1', true))?.state).toBe('done');
  });

  it('F45 is an alert after ten failures, and goes on', async () => {
    const { world, calls } = await paidWorld(12);
    for (let n = 0; n < 14; n++) {
      world.advance(3_600_000);
      await world.handler.sweep();
    }
    expect(world.alerts()).toEqual(['fulfilment_failing']);
    expect(calls).toHaveLength(13);
    expect(world.logs.join()).toContain('warehouse is closed');
  });

  it('S156 is called again with what the notification said, as long as this process remembers', async () => {
    const { world, tokens } = await paidWorld(2);
    for (const pause of [2_000, 4_000]) {
      world.advance(pause);
      await world.handler.sweep();
    }
    expect(tokens).toEqual([CARD_TOKEN, CARD_TOKEN, CARD_TOKEN]);
    expect(world.gateway.asked).toEqual([]);
    expect(world.alerts()).toEqual([]);
  });

  it('is repaired after a crash by another process, which asks the gateway for the card token', async () => {
    const { world, id, tokens } = await paidWorld(1, { statusFields: ['CardToken'] });
    world.advance(2_000);
    await world.anotherProcess().sweep();
    expect(tokens).toEqual([CARD_TOKEN, CARD_TOKEN]);
    expect(world.gateway.asked).toEqual([expect.objectContaining({ pspId: (await world.record(id)).pspId })]);
  });

  it('S156 waits for no card token when another process repeats it: not for a status answer without one, not for a gateway that is down', async () => {
    for (const isDown of [false, true]) {
      const { world, tokens } = await paidWorld(1);
      if (isDown) world.gateway.down.add('retrieve');
      world.advance(2_000);
      await world.anotherProcess().sweep();
      expect(tokens).toEqual([CARD_TOKEN, null]);
      expect(world.alerts()).toEqual(['card_token_undelivered']);
      expect((await world.store.getEffect('A-1', true))?.state).toBe('done');
    }
  });

  it('T2 is told no details of a status answer that means another payment', async () => {
    const { world, tokens } = await paidWorld(1, { statusFields: 'all' });
    world.gateway.set({ Amount: '1.00' });
    world.advance(2_000);
    await world.anotherProcess().sweep();
    expect(tokens).toEqual([CARD_TOKEN, null]);
  });

  it('may be absent: the payment is recorded as fulfilled', async () => {
    const without = handlerWorld({ handler: { onPayment: undefined } as never });
    await without.session();
    without.gateway.pay();
    await without.notify();
    expect((await without.store.getEffect('A-1', true))?.state).toBe('done');
  });
});

describe('the sweep', () => {
  it('F39 stays with a pending payment for a week, then is unresolved with an alert, never failed', async () => {
    const world = handlerWorld();
    const id = await world.session();
    await world.get(`/return/${id}/success`);
    await world.drain();
    const seen = new Set<string>();
    for (let hour = 0; hour < 9 * 24; hour++) {
      world.advance(3_600_000);
      await world.handler.sweep();
      seen.add((await world.record(id)).status);
    }
    expect([...seen]).toEqual(['pending', 'unresolved']);
    expect(world.alerts()).toEqual(['unresolved']);
    expect(world.gateway.asked.length).toBeLessThan(20);
    expect(await world.status(id)).toMatchObject({ status: 'pending' });
    world.gateway.pay();
    await world.notify();
    expect((await world.record(id)).status).toBe('completed');
    expect(world.alerts()).toEqual(['unresolved', 'late_payment']);
    expect(world.payments).toHaveLength(1);
  });

  it('calls an abandoned page expired a quarter of an hour in, and still looks for its money', async () => {
    const world = handlerWorld();
    const id = await world.session();
    for (let minute = 0; minute < 20; minute++) {
      world.advance(60_000);
      await world.handler.sweep();
    }
    expect((await world.record(id)).status).toBe('expired');
    world.gateway.pay();
    world.advance(7_200_000);
    await world.handler.sweep();
    expect((await world.record(id)).status).toBe('completed');
    expect(world.alerts()).toEqual(['late_payment']);
    expect(world.payments).toHaveLength(1);
  });

  it('stops asking about a page that the gateway has called dead', async () => {
    const world = handlerWorld();
    await world.session();
    world.gateway.set({ Status: 'Expired' });
    for (let minute = 0; minute < 300; minute++) {
      world.advance(60_000);
      await world.handler.sweep();
    }
    expect(world.gateway.asked.length).toBeLessThanOrEqual(3);
  });

  it('F36 finds the payment behind a decline whose correction was lost', async () => {
    const world = handlerWorld();
    const id = await world.session();
    await world.notify({ Status: 'Declined' });
    expect((await world.record(id)).status).toBe('failed');
    world.gateway.pay();
    world.advance(180_000);
    await world.handler.sweep();
    expect((await world.record(id)).status).toBe('completed');
    expect(world.payments).toHaveLength(1);
  });

  it('F40 a gateway that is down for an hour is probed, not hammered; afterwards all is found', async () => {
    const world = handlerWorld({ handler: { limits: { sessionsPerAddress: 1e6 } } });
    const ids: string[] = [];
    for (let n = 0; n < 100; n++) ids.push(await world.session(`A-${n}`));
    for (const unique of world.gateway.ledger.keys()) world.gateway.pay(unique);
    world.gateway.down.add('retrieve');
    for (let minute = 0; minute < 60; minute++) {
      world.advance(60_000);
      await world.handler.sweep();
    }
    expect(world.gateway.asked.length).toBeLessThan(60 * 20);
    expect(world.payments).toEqual([]);
    world.gateway.down.clear();
    for (let minute = 0; minute < 10; minute++) {
      world.advance(60_000);
      await world.handler.sweep();
    }
    expect(world.payments).toHaveLength(100);
    expect(new Set(world.payments.map(({ sessionId }) => sessionId))).toEqual(new Set(ids));
  });

  it('runs by itself, and stops when closed', async () => {
    const world = handlerWorld({ handler: { sweepEveryMs: 5 } });
    await world.session();
    world.gateway.pay();
    world.advance(180_000);
    while (world.payments.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await world.handler.close();
    const asked = world.gateway.asked.length;
    world.advance(100_000_000);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(world.gateway.asked).toHaveLength(asked);
  });

  it('settle(id) asks now, and says what it found', async () => {
    const world = handlerWorld();
    const id = await world.session();
    expect(await world.handler.settle(id)).toEqual({ status: 'open', orderReference: 'A-1' });
    world.gateway.pay();
    expect(await world.handler.settle(id)).toEqual({ status: 'completed', orderReference: 'A-1' });
    expect(await world.handler.settle('0'.repeat(32))).toBeNull();
    expect(world.payments).toHaveLength(1);
  });
});
