import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { mysqlStore } from '../../src/merchant/store/mysql.ts';
import { postgresStore } from '../../src/merchant/store/postgres.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { type CrashedShop, openCrashedShop } from '../support/crashedShop.ts';
import type { HandlerProcessConfig } from '../support/handlerWorkers.ts';
import { MYSQL_NAME, startMysql } from '../support/mysql.ts';
import { startPostgres } from '../support/postgres.ts';

/**
 * Kills, as many on each engine. `npm run test:crash`: 1,000. `npm test` takes each call once on each engine: one engine's shop
 * dies before it where the next one's dies after it.
 */
const KILLS = process.env.HPP_CRASH_KILLS === undefined ? null : Number(process.env.HPP_CRASH_KILLS);

interface Opened {
  readonly config: HandlerProcessConfig['store'];
  readonly store: CheckoutStore;
  close(): Promise<void>;
}

async function onSqlite(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-crash-'));
  const path = join(folder, 'shop.sqlite');
  const close = async () => rmSync(folder, { recursive: true, force: true });
  return { config: { kind: 'sqlite', path }, store: sqliteStore(path), close };
}

async function onPostgres(): Promise<Opened> {
  const server = await startPostgres();
  const config = { ...(await server.schema()).config, max: 4 };
  const pool = new pg.Pool(config);
  return {
    config: { kind: 'postgres', config },
    store: postgresStore(pool),
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}

const onMysql = (multipleStatements: boolean) => async (): Promise<Opened> => {
  const server = await startMysql({ durable: true });
  const config = { ...(await server.database()), connectionLimit: 4, multipleStatements };
  const pool = mysql.createPool(config);
  return {
    config: { kind: 'mysql', config },
    store: mysqlStore(pool),
    async close() {
      await pool.end();
      await server.stop();
    },
  };
};

const ENGINES: readonly (readonly [string, () => Promise<Opened>])[] = [
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
  [MYSQL_NAME, onMysql(false)],
  // `fault/unpaidCrash.test.ts` has it in `npm test`.
  ...(KILLS === null ? [] : ([[`${MYSQL_NAME}, multipleStatements`, onMysql(true)]] as const)),
];

describe(`F41 kill -9 of the handler at every store call of a payment, ${KILLS === null ? 'each once' : `${KILLS} times`}`, () => {
  /** Call after call to the payment's last one, then from the first again; before the call and after it in turn. */
  async function killAgain(
    shop: CrashedShop,
    name: string,
    first: number,
  ): Promise<{ kills: number; last: number }> {
    const isEnough = (round: number, kills: number) =>
      KILLS === null ? round > 0 : kills >= KILLS / ENGINES.length;
    let kills = 0;
    let last = 0;
    for (let round = 0; !isEnough(round, kills); round++) {
      for (let call = 1; !isEnough(round, kills); call++) {
        const when = (call + round + first) % 2 === 0 ? 'before' : 'after';
        if (!(await shop.killedAt(`${name}-${round}-${call}`, { call, when }))) break;
        kills++;
        last = Math.max(last, call);
      }
    }
    return { kills, last };
  }

  it.concurrent.each(ENGINES.map(([name, open], at) => ({ name, open, at })))(
    '$name: loses no payment, doubles no fulfilment, and lets the customer try again',
    async ({ name, open, at }) => {
      const opened = await open();
      const shop = await openCrashedShop(async () => opened);
      try {
        const { kills, last } = await killAgain(shop, name.replace(/\W/g, ''), at);
        const after = await shop.aftermath();
        console.info(
          `${name}: ${kills} kills at ${last} store calls, ${after.paid} paid orders, ${after.hookCalls} hook calls`,
        );
        expect(last).toBeGreaterThan(14);
        expect(after.broken).toEqual([]);
        expect(after.unfulfilled).toEqual([]);
        expect(after.paid).toBeGreaterThan(kills / 3);
      } finally {
        await shop.close();
        await opened.close();
      }
    },
    180_000 + (KILLS ?? 100) * 4_000,
  );
});
