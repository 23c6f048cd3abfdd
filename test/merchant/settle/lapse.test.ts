import { describe, expect, it } from 'vitest';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

const DAY = 86_400_000;

function shop(transactionType: 'AUTH' | 'PURC', limits = {}): HandlerHarness {
  return handlerHarness({
    handler: {
      resolveOrder: (order) => ({
        orderReference: String(order),
        amount: '49.90',
        currency: 'EUR',
        transactionType,
      }),
      limits,
    },
  });
}

async function paid(harness: HandlerHarness): Promise<void> {
  await harness.session();
  harness.gateway.pay();
  await harness.notify();
  expect(harness.payments).toHaveLength(1);
}

describe('S147 an authorisation whose period is over', () => {
  it('S147 is asked about once after 30 days, and told of when it has lapsed', async () => {
    const harness = shop('AUTH');
    await paid(harness);
    harness.gateway.set({ Status: 'Lapsed' });
    for (let day = 1; day < 30; day++) {
      harness.advance(DAY);
      await harness.handler.sweep();
    }
    expect(harness.gateway.asked).toEqual([]);
    for (let day = 30; day < 60; day++) {
      harness.advance(DAY);
      await harness.handler.sweep();
    }
    expect(harness.gateway.asked).toHaveLength(1);
    expect(harness.alerts()).toEqual(['lapsed']);
    expect(harness.payments).toHaveLength(1);
  });

  it('S147 has lapsed where the gateway calls that "Expired"', async () => {
    const harness = shop('AUTH');
    await paid(harness);
    harness.gateway.set({ Status: 'Expired' });
    harness.advance(30 * DAY);
    await harness.handler.sweep();
    expect(harness.alerts()).toEqual(['lapsed']);
  });

  it('S147 has been captured: asked once, nothing to tell', async () => {
    const harness = shop('AUTH');
    await paid(harness);
    for (let day = 0; day < 60; day++) {
      harness.advance(DAY);
      await harness.handler.sweep();
    }
    expect(harness.gateway.asked).toHaveLength(1);
    expect(harness.alerts()).toEqual([]);
  });

  it('S147 is asked about again while the gateway is down', async () => {
    const harness = shop('AUTH');
    await paid(harness);
    harness.gateway.set({ Status: 'Lapsed' });
    harness.gateway.down.add('retrieve');
    harness.advance(30 * DAY);
    await harness.handler.sweep();
    harness.gateway.down.clear();
    harness.advance(DAY);
    await harness.handler.sweep();
    expect(harness.alerts()).toEqual(['lapsed']);
  });

  it('S147 limits.authorisationPeriodMs sets the period; a purchase has none', async () => {
    const short = shop('AUTH', { authorisationPeriodMs: 7 * DAY });
    await paid(short);
    short.gateway.set({ Status: 'Lapsed' });
    short.advance(7 * DAY);
    await short.handler.sweep();
    expect(short.alerts()).toEqual(['lapsed']);
    const purchase = shop('PURC');
    await paid(purchase);
    purchase.advance(31 * DAY);
    expect(await purchase.handler.sweep()).toMatchObject({ due: 0 });
  });

  it('S147 outlives a purge until it was asked about', async () => {
    const harness = shop('AUTH');
    await paid(harness);
    harness.gateway.set({ Status: 'Lapsed' });
    harness.advance(30 * DAY);
    await harness.store.purge(harness.now());
    await harness.handler.sweep();
    expect(harness.alerts()).toEqual(['lapsed']);
    harness.advance(DAY);
    expect(await harness.store.purge(harness.now())).toMatchObject({ sessions: 1 });
  });
});
