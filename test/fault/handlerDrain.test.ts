import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { type WorkersAtGateway, workersAtGateway } from '../support/workersAtGateway.ts';

const ORDERS = 40;

describe('F46 SIGTERM with notifications in flight', () => {
  let shops: WorkersAtGateway;
  let store: CheckoutStore;

  beforeAll(async () => {
    shops = await workersAtGateway();
    shops.sandbox.notifications.pause();
    store = sqliteStore(join(shops.workers.folder, 'shop.sqlite'));
    await store.ready();
  }, 120_000);
  afterAll(async () => {
    await shops?.close();
    await store?.close();
  });

  it('what was acknowledged is fulfilled before the process goes; it goes with exit code 0', async () => {
    const path = join(shops.workers.folder, 'shop.sqlite');
    const running = await shops.workers.start({ store: { kind: 'sqlite', path }, patient: true });
    const orders = Array.from({ length: ORDERS }, (_, n) => `D-${n}`);
    const deliveries = await Promise.all(
      orders.map(async (order) => {
        const created = await shops.open(order);
        expect(created.status).toBe(201);
        await created.text();
        const { url, init } = await shops.pay(order);
        return { order, url: url.replace(new URL(shops.workers.publicUrl).origin, running.url), init };
      }),
    );
    const acknowledged: string[] = [];
    const sent = deliveries.map(async ({ order, url, init }) => {
      try {
        const response = await fetch(url, init);
        await response.text();
        if (response.status === 200) acknowledged.push(order);
        if (acknowledged.length === 5) running.child.kill('SIGTERM');
      } catch {
        // Refused after the signal: not acknowledged, so the gateway will repeat it.
      }
    });
    await Promise.all(sent);
    await running.ended;
    expect(running.child.exitCode).toBe(0);
    expect(acknowledged.length).toBeGreaterThanOrEqual(5);
    for (const order of acknowledged)
      expect(await store.getFulfilment(order, true)).toMatchObject({ state: 'done' });

    const next = await shops.workers.start({
      store: { kind: 'sqlite', path, aheadMs: 300_000 },
      patient: true,
    });
    await next.sweep();
    expect(await shops.broken(store, orders)).toEqual([]);
    expect(shops.workers.effects()).toHaveLength(ORDERS);
  }, 120_000);
});
