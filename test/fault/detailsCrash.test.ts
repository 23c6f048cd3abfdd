import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import type { CrashPoint } from '../support/crashStore.ts';
import type { HandlerProcess } from '../support/handlerWorkers.ts';
import { size } from '../support/size.ts';
import { type WorkersAtGateway, workersAtGateway } from '../support/workersAtGateway.ts';

const TOKEN = '0f7d5b0e-1c44-4f0e-9d1e-5a6b7c8d9e0f';

describe('F41 kill -9 of the handler at every store call of a notification whose details are delivered', () => {
  let shops: WorkersAtGateway;
  let store: CheckoutStore;
  let healthy: HandlerProcess;
  const start = (crash?: CrashPoint) => {
    const { folder } = shops.workers;
    return shops.workers.start({
      store: { kind: 'sqlite', path: join(folder, 'shop.sqlite') },
      details: join(folder, 'details'),
      patient: true,
      ...(crash === undefined ? {} : { crash }),
    });
  };

  beforeAll(async () => {
    // The test delivers by hand, again and again until it is heard, as the gateway would over a day.
    shops = await workersAtGateway({ mode: 'instant', deliver: async () => new Response('OK') });
    store = sqliteStore(join(shops.workers.folder, 'shop.sqlite'));
    healthy = await start();
  }, 120_000);
  afterAll(async () => {
    await shops?.close();
    await store?.close();
  });

  /** @returns whether the process died before it acknowledged. */
  async function killedAt(order: string, { settledFirst, ...crash }: CrashPoint & { settledFirst: boolean }) {
    const response = await shops.open(order);
    const { sessionId } = (await response.json()) as { sessionId: string };
    const { url, init } = await shops.pay(order, { CardToken: TOKEN });
    if (settledFirst) await healthy.settle(sessionId);
    const doomed = await start(crash);
    const path = new URL(url).pathname;
    const first = await fetch(doomed.url + path, init).then(
      ({ status }) => status,
      () => 'dead',
    );
    if (first === 'dead') await doomed.ended;
    else await doomed.kill();
    if (first !== 200) expect((await fetch(healthy.url + path, init)).status).toBe(200);
    const [session] = await store.findSessions({ orderReference: order, test: true });
    expect([order, session?.value.status, session?.value.details]).toEqual([
      order,
      'completed',
      'notification',
    ]);
    return first === 'dead';
  }

  it.each([
    ['the status answer settled first', true],
    ['the notification settles', false],
  ])(
    'S156 no acknowledged notification has lost its card token: %s',
    async (_, settledFirst) => {
      const orders: string[] = [];
      let kills = 0;
      for (const pass of size([0], [0, 1])) {
        for (let call = 1, died = true; died; call++) {
          const when = (call + pass + (settledFirst ? 1 : 0)) % 2 === 0 ? 'before' : 'after';
          const order = `${settledFirst ? 'S' : 'N'}-${when}-${call}`;
          orders.push(order);
          died = await killedAt(order, { call, when, settledFirst });
          if (died) kills++;
        }
      }
      console.info(`${kills} kills, ${shops.workers.details().length} calls of onPaymentDetails`);
      expect(kills).toBeGreaterThan(size(5, 10));
      for (const order of orders) {
        const calls = shops.workers.details().filter(({ orderReference }) => orderReference === order);
        expect(calls.map(({ cardToken }) => cardToken)).toContain(TOKEN);
        expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey))).toEqual(
          new Set([`${order}:details`]),
        );
      }
    },
    240_000,
  );
});
