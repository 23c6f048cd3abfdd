import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import type { HandlerProcess } from '../support/handlerWorkers.ts';
import { MYSQL_NAME, startMysql } from '../support/mysql.ts';
import { startPostgres } from '../support/postgres.ts';
import { type OpenTarget, openTarget, type StoreTarget } from '../support/store/target.ts';
import { type WorkersAtGateway, workersAtGateway } from '../support/workersAtGateway.ts';

/** 500 on each database in `npm run test:race`: a minute and more on two cores of one's own. */
const GIVEN = process.env.HPP_RACE_ORDERS;
const PROCESSES = Number(process.env.HPP_RACE_PROCESSES ?? 4);
/** Ways that come in together for one order. */
const WAYS = 64;
const ORDERS_AT_ONCE = 4;
const CARD_TOKEN = '7d5b0e2a-1c44-4f0e-9d1e-5a6b7c8d9e0f';

interface Database {
  /** Settings for so many connections. */
  target(connections: number): Exclude<StoreTarget, { kind: 'sqlite' }>;
  stop(): Promise<void>;
}

const DATABASES: readonly [string, number, () => Promise<Database>][] = [
  [
    'PostgreSQL',
    Number(GIVEN ?? 20),
    async () => {
      const server = await startPostgres();
      const { config } = await server.schema();
      const target = (max: number) => ({ kind: 'postgres', config: { ...config, max } }) as const;
      return { target, stop: () => server.stop() };
    },
  ],
  [
    MYSQL_NAME,
    // What a sample is of, the other database's has more of.
    Number(GIVEN ?? 10),
    async () => {
      const server = await startMysql();
      const config = await server.database();
      const target = (connectionLimit: number) =>
        ({
          kind: 'mysql',
          config: { ...config, connectionLimit, multipleStatements: true },
        }) as const;
      return { target, stop: () => server.stop() };
    },
  ],
];

describe.each(DATABASES)(
  `T9 G12 ${WAYS} ways at once to each order, ${PROCESSES} processes on one %s, %i orders`,
  (_name, count, start) => {
    let database: Database;
    let shops: WorkersAtGateway;
    let opened: OpenTarget;
    let store: CheckoutStore;
    const processes: HandlerProcess[] = [];

    beforeAll(async () => {
      database = await start();
      shops = await workersAtGateway();
      shops.sandbox.notifications.pause();
      processes.push(
        ...(await Promise.all(
          Array.from({ length: PROCESSES }, () =>
            shops.workers.start({
              store: database.target(10),
              details: join(shops.workers.folder, 'details'),
              // All ways come from one address.
              limits: { hookTimeoutMs: 20_000, readsPerAddress: 1e9 },
              patient: true,
            }),
          ),
        )),
      );
      opened = openTarget(database.target(4));
      store = opened.store;
      await store.ready();
    }, 120_000);

    afterAll(async () => {
      await shops?.close();
      await opened?.close();
      await database?.stop();
    });

    it(
      'fulfils every order once',
      async () => {
        const orders = Array.from({ length: count }, (_, n) => `R-${n}`);
        const statuses = new Map<number, number>();
        const refusals: string[] = [];

        /** A shop whose database is overloaded says so, and its customer tries again. */
        const open = async (order: string): Promise<{ sessionId: string }> => {
          const created = await shops.open(order);
          const text = await created.text();
          if (created.status === 201) return JSON.parse(text);
          refusals.push(text);
          if (created.status !== 503) throw new Error(text);
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          return open(order);
        };
        const race = async (order: string) => {
          const { sessionId } = await open(order);
          const notification = await shops.pay(order, { CardToken: CARD_TOKEN });
          await Promise.all(
            Array.from({ length: WAYS }, async (_, way) => {
              if (way % 4 === 3) return processes[way % PROCESSES]?.sweep().catch(() => {});
              const response =
                way % 4 === 0
                  ? await fetch(notification.url, notification.init)
                  : way % 4 === 1
                    ? await fetch(`${shops.workers.publicUrl}/session/${sessionId}`)
                    : await fetch(`${shops.workers.publicUrl}/return/${sessionId}/success`);
              const text = await response.text();
              if (response.status === 503) refusals.push(text);
              statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
            }),
          );
        };
        const begun = performance.now();
        const waiting = [...orders];
        await Promise.all(
          Array.from({ length: ORDERS_AT_ONCE }, async () => {
            for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) await race(order);
          }),
        );
        // A lease that was held while the payment was written may have left its fulfilment to the next sweep.
        for (let round = 0; round < 3; round++) for (const process of processes) await process.sweep();

        const asked = count * WAYS;
        console.info(
          `${asked} ways in ${Math.round((performance.now() - begun) / 1_000)} s, ${refusals.length} refused: ${[...new Set(refusals)].join(' ')}`,
        );
        // Refusing is what an overloaded shop may do; any other answer would be wrong.
        expect([...statuses.keys()].filter((status) => status !== 503)).toEqual([200]);
        expect(refusals.length).toBeLessThan(asked / 100);
        const hookCalls = shops.workers.effects();
        expect(hookCalls.map(({ orderReference }) => orderReference).sort()).toEqual([...orders].sort());
        // Whoever settled it first, the token came with the notification, at least once.
        const told = shops.workers.details();
        expect([...new Set(told.map(({ orderReference }) => orderReference))].sort()).toEqual(
          [...orders].sort(),
        );
        expect(new Set(told.map(({ cardToken }) => cardToken))).toEqual(new Set([CARD_TOKEN]));
        expect(await shops.broken(store, orders)).toEqual([]);
        const alerts = shops.workers.events().filter(({ alert }) => alert);
        expect(alerts).toEqual([]);
        if (refusals.length === 0) expect(shops.workers.errors()).toEqual([]);
      },
      60_000 + count * 2_000,
    );
  },
);
