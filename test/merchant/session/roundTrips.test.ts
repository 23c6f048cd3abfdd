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
import { MYSQL_NAME, startMysql, type TestMysql } from '../../support/mysql.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { watchedDatabase, watchedMysqlPool } from '../../support/store/watched.ts';

/*
 * What a session and a notification cost: on PostgreSQL counted on the wire, on SQLite the commits and the reads beside them, since
 * there a write is a transaction of several statements that cost no round trip. On MariaDB several
 * statements are a transaction in one round trip.
 */

const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;

let server: TestPostgres;
let proxy: CountingProxy;
let pool: pg.Pool;
let mysqlServer: TestMysql;
let mysqlPool: mysql.Pool;
let onPostgres: CheckoutStore;
beforeAll(async () => {
  [server, mysqlServer] = await Promise.all([startPostgres(), startMysql()]);
  mysqlPool = mysql.createPool({ ...(await mysqlServer.database()), multipleStatements: true });
  proxy = await startCountingProxy(server.port);
  pool = new pg.Pool({ ...(await server.schema()).config, port: proxy.port });
  onPostgres = postgresStore(pool);
  await onPostgres.ready();
});
afterAll(async () => {
  await Promise.all([pool?.end(), mysqlPool?.end()]);
  await proxy?.close();
  await Promise.all([server?.stop(), mysqlServer?.stop()]);
});

interface SqliteCounts {
  commits: number;
  reads: number;
}

function onSqlite(): { store: CheckoutStore; take: () => SqliteCounts } {
  const inner = new Libsql(':memory:');
  let counts: SqliteCounts = { commits: 0, reads: 0 };
  let isInside = false;
  const database = watchedDatabase(inner, (sql) => {
    if (sql.startsWith('BEGIN')) isInside = true;
    else if (sql === 'COMMIT') counts.commits++;
    else if (!isInside) counts.reads++;
    if (sql === 'COMMIT' || sql === 'ROLLBACK') isInside = false;
  });
  const store = sqliteStore(database);
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
  const store = mysqlStore(watchedMysqlPool(mysqlPool, () => void count++));
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

  const paid = await harness.gateway.notification({ Status: 'Processed' });
  await count('an order paid and fulfilled', 200, async () => {
    const answer = await harness.handler.fetch(new Request(callBackUrl, { method: 'POST', ...paid }));
    await harness.drain();
    return answer;
  });
  expect(harness.payments).toHaveLength(1);
  return counted;
}

describe('round trips', () => {
  it('of a session on PostgreSQL: at most three statements, of a notification one, of an order paid and fulfilled eight', async () => {
    const counted = await costs(onPostgres, () => proxy.take());
    expect(counted).toMatchObject({
      'the first session of a process': { statements: 3, roundTrips: 3 },
      'another, when the clock is to be read again': { statements: 3, roundTrips: 3 },
      'a page that is handed out again': { statements: 1, roundTrips: 1 },
      'the acknowledgement of a notification': { statements: 1, roundTrips: 1 },
      'an order paid and fulfilled': { statements: 8, roundTrips: 8 },
    });
  });

  it('of a session on SQLite: at most three commits, of a notification one, of an order paid and fulfilled six', async () => {
    const { store, take } = onSqlite();
    expect(await costs(store, take)).toMatchObject({
      'the first session of a process': { commits: 3, reads: 0 },
      'another, when the clock is to be read again': { commits: 3, reads: 0 },
      'a page that is handed out again': { commits: 1, reads: 0 },
      'the acknowledgement of a notification': { commits: 1 },
      'an order paid and fulfilled': { commits: 6 },
    });
  });

  it(`of a session on ${MYSQL_NAME}: at most three, of a notification one, of an order paid and fulfilled eight`, async () => {
    const { store, take } = onMysql();
    // The first query of each connection sets it up.
    await Promise.all(Array.from({ length: 10 }, () => store.now()));
    expect(await costs(store, take)).toEqual({
      'the first session of a process': 3,
      'another, when the clock is to be read again': 3,
      'a page that is handed out again': 1,
      'the acknowledgement of a notification': 1,
      'an order paid and fulfilled': 8,
    });
  });
});
