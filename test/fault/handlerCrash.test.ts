import { join } from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mysqlStore } from '../../src/merchant/store/mysql.ts';
import { postgresStore } from '../../src/merchant/store/postgres.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { type CrashedShop, openCrashedShop } from '../support/crashedShop.ts';
import { startMariaDb, type TestMariaDb } from '../support/mariadb.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

/** Kills, a third of them on each engine. `npm run test:crash`: 1,000. */
const KILLS = Number(process.env.HPP_CRASH_KILLS ?? 200);

describe(`F41 kill -9 of the handler at every store call of a payment, ${KILLS} times`, () => {
  let postgres: TestPostgres;
  let pool: pg.Pool;
  let mariaDb: TestMariaDb;
  let mysqlPool: mysql.Pool;
  let shops: Record<'SQLite' | 'PostgreSQL' | 'MariaDB', CrashedShop>;

  beforeAll(async () => {
    [postgres, mariaDb] = await Promise.all([startPostgres(), startMariaDb({ durable: true })]);
    const { config } = await postgres.schema();
    pool = new pg.Pool({ ...config, max: 4 });
    const mysqlConfig = { ...(await mariaDb.database()), connectionLimit: 4 };
    mysqlPool = mysql.createPool(mysqlConfig);
    const [SQLite, PostgreSQL, MariaDB] = await Promise.all([
      openCrashedShop(async ({ folder }) => {
        const path = join(folder, 'shop.sqlite');
        return { config: { kind: 'sqlite', path }, store: sqliteStore(path) };
      }),
      openCrashedShop(async () => ({
        config: { kind: 'postgres', config: { ...config, max: 4 } },
        store: postgresStore(pool),
      })),
      openCrashedShop(async () => ({
        config: { kind: 'mysql', config: mysqlConfig },
        store: mysqlStore(mysqlPool),
      })),
    ]);
    shops = { SQLite, PostgreSQL, MariaDB };
  }, 120_000);

  afterAll(async () => {
    await Promise.all(Object.values(shops ?? {}).map((shop) => shop.close()));
    await pool?.end();
    await mysqlPool?.end();
    await Promise.all([postgres?.stop(), mariaDb?.stop()]);
  });

  /** Call after call to the payment's last one, then from the first again; before the call and after it in turn. */
  async function killAgain(shop: CrashedShop, name: string): Promise<{ kills: number; last: number }> {
    let kills = 0;
    let last = 0;
    for (let round = 0; kills < KILLS / 3; round++) {
      for (let call = 1; kills < KILLS / 3; call++) {
        const when = (call + round) % 2 === 0 ? 'before' : 'after';
        if (!(await shop.killedAt(`${name}-${round}-${call}`, { call, when }))) break;
        kills++;
        last = Math.max(last, call);
      }
    }
    return { kills, last };
  }

  it(
    'loses no payment, doubles no fulfilment, and lets the customer try again',
    async () => {
      const work = Object.entries(shops).map(async ([name, shop]) => {
        const { kills, last } = await killAgain(shop, name);
        const after = await shop.aftermath();
        console.info(
          `${name}: ${kills} kills at ${last} store calls, ${after.paid} paid orders, ${after.hookCalls} hook calls`,
        );
        expect(last).toBeGreaterThan(14);
        expect(after.broken).toEqual([]);
        expect(after.unfulfilled).toEqual([]);
        expect(after.paid).toBeGreaterThan(kills / 3);
      });
      await Promise.all(work);
    },
    120_000 + KILLS * 4_000,
  );
});
