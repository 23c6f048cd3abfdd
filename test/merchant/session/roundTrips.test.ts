import { createRequire } from 'node:module';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { mysqlStore } from '../../../src/merchant/store/mysql.ts';
import { postgresStore } from '../../../src/merchant/store/postgres.ts';
import type { SqliteDatabase } from '../../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { type CountingProxy, startCountingProxy } from '../../support/countingProxy.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';
import { startMariaDb, type TestMariaDb } from '../../support/mariadb.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

/*
 * What a session and a notification cost: on PostgreSQL counted on the wire, on SQLite the commits and the reads beside them, since
 * there a write is a transaction of several statements that cost no round trip. MariaDB takes several statements in a round trip, but
 * cannot write by what it has just read in the same one.
 */

const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;

let server: TestPostgres;
let proxy: CountingProxy;
let pool: pg.Pool;
let mariaDb: TestMariaDb;
let mysqlPool: mysql.Pool;
let onPostgres: CheckoutStore;
beforeAll(async () => {
  [server, mariaDb] = await Promise.all([startPostgres(), startMariaDb()]);
  mysqlPool = mysql.createPool({ ...(await mariaDb.database()), multipleStatements: true });
  proxy = await startCountingProxy(server.port);
  pool = new pg.Pool({ ...(await server.schema()).config, port: proxy.port });
  onPostgres = postgresStore(pool);
  await onPostgres.ready();
}, 60_000);
afterAll(async () => {
  await Promise.all([pool?.end(), mysqlPool?.end()]);
  await proxy?.close();
  await Promise.all([server?.stop(), mariaDb?.stop()]);
});

interface SqliteCounts {
  commits: number;
  reads: number;
}

function onSqlite(): { store: CheckoutStore; take: () => SqliteCounts } {
  const inner = new Libsql(':memory:');
  let counts: SqliteCounts = { commits: 0, reads: 0 };
  let isInside = false;
  const store = sqliteStore({
    exec(sql) {
      if (sql.startsWith('BEGIN')) isInside = true;
      if (sql === 'COMMIT') counts.commits++;
      if (sql === 'COMMIT' || sql === 'ROLLBACK') isInside = false;
      return inner.exec(sql);
    },
    prepare(sql) {
      const statement = inner.prepare(sql);
      const counted = () => {
        if (!isInside) counts.reads++;
      };
      return {
        reader: statement.reader ?? true,
        all(...values) {
          counted();
          return statement.all(...values);
        },
        run(...values) {
          counted();
          return statement.run(...values);
        },
      };
    },
    close: () => inner.close(),
  });
  return {
    store,
    take() {
      const taken = counts;
      counts = { commits: 0, reads: 0 };
      return taken;
    },
  };
}

/** Each query is a round trip; one may hold several statements. */
function onMysql(): { store: CheckoutStore; take: () => number } {
  let count = 0;
  const store = mysqlStore({
    async getConnection() {
      const client = await mysqlPool.getConnection();
      return {
        query(query) {
          count++;
          return client.query(query);
        },
        release: () => client.release(),
        destroy: () => client.destroy(),
        connection: client.connection,
      };
    },
  });
  return {
    store,
    take() {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}

const open = (harness: HandlerHarness, order: string) =>
  harness.fetch(
    '/session',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ order }) },
    { clientAddress: '203.0.113.7' },
  );

/** What the answers of a session's life cost, each with the address of a customer whom the limits count. */
async function costs<T>(store: CheckoutStore, take: () => T): Promise<Record<string, T>> {
  const harness = handlerHarness({ store: () => store });
  await harness.get('/health');
  const counted: Record<string, T> = {};
  const count = async (what: string, status: number, run: () => Promise<Response>) => {
    take();
    expect([what, (await run()).status]).toEqual([what, status]);
    counted[what] = take();
  };
  await count('the first session of a process', 201, () => open(harness, 'A-1'));
  harness.advance(20_000);
  await count('another, when the clock is to be read again', 201, () => open(harness, 'A-2'));
  await count('a page that is handed out again', 201, () => open(harness, 'A-2'));

  // It settles nothing: what follows an acknowledgement is no part of it.
  const { body, headers } = await harness.gateway.notification({ Status: 'Pending' });
  const callBackUrl = harness.gateway.created.at(-1)?.callBackUrl ?? '';
  await count('the acknowledgement of a notification', 200, () =>
    harness.handler.fetch(new Request(callBackUrl, { method: 'POST', body, headers })),
  );
  await harness.drain();
  return counted;
}

describe('round trips', () => {
  it('of a session on PostgreSQL: at most three statements, and of a notification one', async () => {
    const counted = await costs(onPostgres, () => proxy.take());
    expect(counted).toMatchObject({
      'the first session of a process': { statements: 3, roundTrips: 3 },
      'another, when the clock is to be read again': { statements: 3, roundTrips: 3 },
      'a page that is handed out again': { statements: 1, roundTrips: 1 },
      'the acknowledgement of a notification': { statements: 1, roundTrips: 1 },
    });
  });

  it('of a session on SQLite: at most three commits, and of a notification one', async () => {
    const { store, take } = onSqlite();
    expect(await costs(store, take)).toMatchObject({
      'the first session of a process': { commits: 3, reads: 0 },
      'another, when the clock is to be read again': { commits: 3, reads: 0 },
      'a page that is handed out again': { commits: 1, reads: 0 },
      'the acknowledgement of a notification': { commits: 1 },
    });
  });

  it('of a session on MariaDB: nine at most, in three transactions, and of a notification five, in one', async () => {
    const { store, take } = onMysql();
    // The first query of each connection sets it up.
    await Promise.all(Array.from({ length: 10 }, () => store.now()));
    expect(await costs(store, take)).toEqual({
      'the first session of a process': 8,
      // One bucket is there already, and two are new.
      'another, when the clock is to be read again': 9,
      'a page that is handed out again': 4,
      'the acknowledgement of a notification': 5,
    });
  });
});
