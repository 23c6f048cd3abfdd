import { describe, expect, it } from 'vitest';
import type { PaymentContext } from '../../../src/merchant/options.ts';
import { CARD_TOKEN, type FakeGatewayOptions } from '../../support/fakeGateway.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

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

async function paidHarness(failures: number, gateway: FakeGatewayOptions = {}) {
  const { onPayment, ...seen } = hook(failures);
  const harness = handlerHarness({ handler: { onPayment }, gateway });
  const id = await harness.session();
  harness.gateway.pay();
  await harness.notify();
  return { harness, id, ...seen };
}

describe('onPayment', () => {
  it('F45 that throws is called again, later and later, with the same key, until it succeeds', async () => {
    const { harness, id, calls } = await paidHarness(3);
    expect(await harness.status(id)).toMatchObject({ status: 'completed' });
    expect(await harness.handler.sweep()).toMatchObject({ due: 0 });
    for (const pause of [2_000, 4_000, 8_000]) {
      harness.advance(pause - 1);
      expect(await harness.handler.sweep()).toMatchObject({ due: 0 });
      harness.advance(1);
      expect(await harness.handler.sweep()).toMatchObject({ due: 1, failed: 0 });
    }
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set(['A-1:payment']));
    expect((await harness.store.getFulfilment('A-1', true))?.state).toBe('done');
    harness.advance(100_000_000);
    expect(await harness.handler.sweep()).toMatchObject({ due: 0 });
    expect(calls).toHaveLength(4);
  });

  it('F45 that hangs is given up in time, told so by its signal, and called again', async () => {
    const signals: AbortSignal[] = [];
    const harness = handlerHarness({
      handler: {
        limits: { hookTimeoutMs: 20 },
        onPayment: (_payment, { signal }) => {
          signals.push(signal);
          return signals.length === 1 ? new Promise<void>(() => {}) : undefined;
        },
      },
    });
    await harness.session();
    harness.gateway.pay();
    await harness.notify();
    expect(signals[0]?.aborted).toBe(true);
    harness.advance(2_000);
    await harness.handler.sweep();
    expect(signals).toHaveLength(2);
    expect((await harness.store.getFulfilment('A-1', true))?.state).toBe('done');
  });

  it('F45 is an alert after ten failures, and goes on', async () => {
    const { harness, calls } = await paidHarness(12);
    for (let n = 0; n < 14; n++) {
      harness.advance(3_600_000);
      await harness.handler.sweep();
    }
    expect(harness.alerts()).toEqual(['fulfilment_failing']);
    expect(calls).toHaveLength(13);
    expect(harness.logs.join()).toContain('warehouse is closed');
  });

  it('S156 is called again with what the notification said, as long as this process remembers', async () => {
    const { harness, tokens } = await paidHarness(2);
    for (const pause of [2_000, 4_000]) {
      harness.advance(pause);
      await harness.handler.sweep();
    }
    expect(tokens).toEqual([CARD_TOKEN, CARD_TOKEN, CARD_TOKEN]);
    expect(harness.gateway.asked).toEqual([]);
    expect(harness.alerts()).toEqual([]);
  });

  it.each(['', null])(
    'raises no alert for a payment without a card: its notification says CardToken %j',
    async (none) => {
      const { onPayment, tokens } = hook(0);
      const harness = handlerHarness({ handler: { onPayment } });
      await harness.session();
      await harness.notify({ Status: 'Processed', CardToken: none });
      await harness.drain();
      expect(tokens).toEqual([null]);
      expect(harness.alerts()).toEqual([]);
    },
  );

  it('is repaired after a crash by another process, which asks the gateway for the card token', async () => {
    const { harness, id, tokens } = await paidHarness(1, { statusFields: ['CardToken'] });
    harness.advance(2_000);
    await harness.anotherProcess().sweep();
    expect(tokens).toEqual([CARD_TOKEN, CARD_TOKEN]);
    expect(harness.gateway.asked).toEqual([
      expect.objectContaining({ pspId: (await harness.record(id)).pspId }),
    ]);
  });

  it('S156 waits for no card token when another process repeats it: not for a status answer without one, not for a gateway that is down', async () => {
    for (const isDown of [false, true]) {
      const { harness, tokens } = await paidHarness(1);
      if (isDown) harness.gateway.down.add('retrieve');
      harness.advance(2_000);
      await harness.anotherProcess().sweep();
      expect(tokens).toEqual([CARD_TOKEN, null]);
      expect(harness.alerts()).toEqual(['card_token_undelivered']);
      expect((await harness.store.getFulfilment('A-1', true))?.state).toBe('done');
    }
  });

  it('T2 is told no details of a status answer that means another payment', async () => {
    const { harness, tokens } = await paidHarness(1, { statusFields: 'all' });
    harness.gateway.set({ Amount: '1.00' });
    harness.advance(2_000);
    await harness.anotherProcess().sweep();
    expect(tokens).toEqual([CARD_TOKEN, null]);
  });

  it('may be absent: the payment is recorded as fulfilled', async () => {
    const without = handlerHarness({ handler: { onPayment: undefined } as never });
    await without.session();
    without.gateway.pay();
    await without.notify();
    expect((await without.store.getFulfilment('A-1', true))?.state).toBe('done');
  });
});

describe('the sweep', () => {
  it('F39 stays with a pending payment for a week, then is unresolved with an alert, never failed', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    await harness.get(`/return/${id}/success`);
    await harness.drain();
    const seen = new Set<string>();
    for (let hour = 0; hour < 9 * 24; hour++) {
      harness.advance(3_600_000);
      await harness.handler.sweep();
      seen.add((await harness.record(id)).status);
    }
    expect([...seen]).toEqual(['pending', 'unresolved']);
    expect(harness.alerts()).toEqual(['unresolved']);
    expect(harness.gateway.asked.length).toBeLessThan(20);
    expect(await harness.status(id)).toMatchObject({ status: 'pending' });
    harness.gateway.pay();
    await harness.notify();
    expect((await harness.record(id)).status).toBe('completed');
    expect(harness.alerts()).toEqual(['unresolved', 'late_payment']);
    expect(harness.payments).toHaveLength(1);
  });

  it('calls an abandoned page expired a quarter of an hour in, and still looks for its money', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    for (let minute = 0; minute < 20; minute++) {
      harness.advance(60_000);
      await harness.handler.sweep();
    }
    expect((await harness.record(id)).status).toBe('expired');
    harness.gateway.pay();
    harness.advance(7_200_000);
    await harness.handler.sweep();
    expect((await harness.record(id)).status).toBe('completed');
    expect(harness.alerts()).toEqual(['late_payment']);
    expect(harness.payments).toHaveLength(1);
  });

  it('stops asking about a page that the gateway has called dead', async () => {
    const harness = handlerHarness();
    await harness.session();
    harness.gateway.set({ Status: 'Expired' });
    for (let minute = 0; minute < 300; minute++) {
      harness.advance(60_000);
      await harness.handler.sweep();
    }
    expect(harness.gateway.asked.length).toBeLessThanOrEqual(3);
  });

  it('F36 finds the payment behind a decline whose correction was lost', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    await harness.notify({ Status: 'Declined' });
    expect((await harness.record(id)).status).toBe('failed');
    harness.gateway.pay();
    harness.advance(180_000);
    await harness.handler.sweep();
    expect((await harness.record(id)).status).toBe('completed');
    expect(harness.payments).toHaveLength(1);
  });

  it('F40 a gateway that is down for an hour is probed, not hammered; afterwards all is found', async () => {
    const harness = handlerHarness({ handler: { limits: { sessionsPerAddress: 1e6 } } });
    const ids: string[] = [];
    for (let n = 0; n < 100; n++) ids.push(await harness.session(`A-${n}`));
    for (const unique of harness.gateway.ledger.keys()) harness.gateway.pay(unique);
    harness.gateway.down.add('retrieve');
    for (let minute = 0; minute < 60; minute++) {
      harness.advance(60_000);
      await harness.handler.sweep();
    }
    expect(harness.gateway.asked.length).toBeLessThan(60 * 20);
    expect(harness.payments).toEqual([]);
    harness.gateway.down.clear();
    for (let minute = 0; minute < 10; minute++) {
      harness.advance(60_000);
      await harness.handler.sweep();
    }
    expect(harness.payments).toHaveLength(100);
    expect(new Set(harness.payments.map(({ sessionId }) => sessionId))).toEqual(new Set(ids));
  });

  it('runs by itself, and stops when closed', async () => {
    const harness = handlerHarness({ handler: { sweepEveryMs: 5 } });
    await harness.session();
    harness.gateway.pay();
    harness.advance(180_000);
    while (harness.payments.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await harness.handler.close();
    const asked = harness.gateway.asked.length;
    harness.advance(100_000_000);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(harness.gateway.asked).toHaveLength(asked);
  });

  it('settle(id) asks now, and says what it found', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    expect(await harness.handler.settle(id)).toEqual({ status: 'open', orderReference: 'A-1' });
    harness.gateway.pay();
    expect(await harness.handler.settle(id)).toEqual({ status: 'completed', orderReference: 'A-1' });
    expect(await harness.handler.settle('0'.repeat(32))).toBeNull();
    expect(harness.payments).toHaveLength(1);
  });
});
