import { describe, expect, it } from 'vitest';
import { type HandlerWorld, handlerWorld } from '../../support/handlerWorld.ts';

const DAY = 86_400_000;

function shop(transactionType: 'AUTH' | 'PURC', limits = {}): HandlerWorld {
  return handlerWorld({
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

async function paid(world: HandlerWorld): Promise<void> {
  await world.session();
  world.gateway.pay();
  await world.notify();
  expect(world.payments).toHaveLength(1);
}

describe('S147 an authorisation whose period is over', () => {
  it('S147 is asked about once after 30 days, and told of when it has lapsed', async () => {
    const world = shop('AUTH');
    await paid(world);
    world.gateway.set({ Status: 'Lapsed' });
    for (let day = 1; day < 30; day++) {
      world.advance(DAY);
      await world.handler.sweep();
    }
    expect(world.gateway.asked).toEqual([]);
    for (let day = 30; day < 60; day++) {
      world.advance(DAY);
      await world.handler.sweep();
    }
    expect(world.gateway.asked).toHaveLength(1);
    expect(world.alerts()).toEqual(['lapsed']);
    expect(world.payments).toHaveLength(1);
  });

  it('S147 has lapsed where the gateway calls that "Expired"', async () => {
    const world = shop('AUTH');
    await paid(world);
    world.gateway.set({ Status: 'Expired' });
    world.advance(30 * DAY);
    await world.handler.sweep();
    expect(world.alerts()).toEqual(['lapsed']);
  });

  it('S147 has been captured: asked once, nothing to tell', async () => {
    const world = shop('AUTH');
    await paid(world);
    for (let day = 0; day < 60; day++) {
      world.advance(DAY);
      await world.handler.sweep();
    }
    expect(world.gateway.asked).toHaveLength(1);
    expect(world.alerts()).toEqual([]);
  });

  it('S147 is asked about again while the gateway is down', async () => {
    const world = shop('AUTH');
    await paid(world);
    world.gateway.set({ Status: 'Lapsed' });
    world.gateway.down.add('retrieve');
    world.advance(30 * DAY);
    await world.handler.sweep();
    world.gateway.down.clear();
    world.advance(DAY);
    await world.handler.sweep();
    expect(world.alerts()).toEqual(['lapsed']);
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
    expect(await purchase.handler.sweep()).toMatchObject({ looked: 0 });
  });

  it('S147 outlives a purge until it was asked about', async () => {
    const world = shop('AUTH');
    await paid(world);
    world.gateway.set({ Status: 'Lapsed' });
    world.advance(30 * DAY);
    await world.store.purge(world.now());
    await world.handler.sweep();
    expect(world.alerts()).toEqual(['lapsed']);
    world.advance(DAY);
    expect(await world.store.purge(world.now())).toMatchObject({ sessions: 1 });
  });
});
