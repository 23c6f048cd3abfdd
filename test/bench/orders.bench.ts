/*
 * handler.orders on a hundred thousand sessions with their events, notifications and fulfilments: what each call takes, on
 * SQLite, PostgreSQL and MariaDB; and again when nobody has swept and all of them are due, which the database has no statistics
 * of. Fails when a call takes a second or more. Run: npm run bench:orders [sessions]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { createOrders } from '../../src/merchant/orders/createOrders.ts';
import type { Orders } from '../../src/merchant/orders/types.ts';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { modeStore } from '../../src/merchant/store/modeStore.ts';
import { mysqlStore } from '../../src/merchant/store/mysql.ts';
import { postgresStore } from '../../src/merchant/store/postgres.ts';
import type { SqliteDatabase } from '../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { allDueStatement, fillStatements, orderOf } from '../support/manyOrders.ts';
import { startMysql } from '../support/mysql.ts';
import { startPostgres } from '../support/postgres.ts';

const sessions = Number(process.argv[2] ?? 100_000);
const MOST_MS = 1_000;
const PAGE = 100;
let slowest = 0;

function ordersOn(store: CheckoutStore): Orders {
  return createOrders({
    store: modeStore(store, true),
    clock: () => store.now(),
    ready: () => store.ready(),
    settler: { sync: () => Promise.reject(new Error('Nobody asks.')) },
    wait: async () => {},
    test: true,
    limits: { pendingHoldMs: 900_000 },
    takesOrphans: false,
  });
}

async function timed<T>(name: string, work: () => Promise<T>, of: (result: T) => string): Promise<T> {
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  slowest = Math.max(slowest, took);
  console.log(`  ${name.padEnd(34)} ${took.toFixed(1).padStart(7)} ms   ${of(result)}`);
  return result;
}

/** Every page of what is stuck, and one order. */
async function measure(name: string, store: CheckoutStore): Promise<void> {
  console.log(name);
  const orders = ordersOn(store);
  const listed = (page: { stuck: readonly unknown[] }) => `${page.stuck.length} stuck`;
  const first = await timed('stuck, first page', () => orders.stuck({ limit: PAGE }), listed);
  await timed('stuck, second page', () => orders.stuck({ limit: PAGE, after: first.next ?? '' }), listed);
  await timed('stuck, a page of 1,000', () => orders.stuck({ limit: 1_000 }), listed);
  const since = new Date((await store.now()) - 3_600_000);
  await timed('stuck since an hour', () => orders.stuck({ limit: PAGE, since }), listed);
  let slowestPage = 0;
  let count = PAGE;
  for (let next: string | null = first.next; next !== null; ) {
    const began = performance.now();
    const page = await orders.stuck({ limit: 1_000, after: next });
    slowestPage = Math.max(slowestPage, performance.now() - began);
    count += page.stuck.length;
    next = page.next;
  }
  slowest = Math.max(slowest, slowestPage);
  console.log(
    `  ${'the slowest page of all'.padEnd(34)} ${slowestPage.toFixed(1).padStart(7)} ms   ${count} stuck in all`,
  );
  await timed(
    'show',
    () => orders.show(orderOf(Math.floor(sessions / 2))),
    (order) => `${order?.chain.length} entries`,
  );
}

interface Filled {
  readonly store: CheckoutStore;
  readonly run: (sql: string) => Promise<unknown>;
  /** Takes the database's statistics. */
  readonly analyze: () => Promise<unknown>;
}

async function measureBoth(name: string, { store, run, analyze }: Filled): Promise<void> {
  await store.ready();
  const now = await store.now();
  for (const sql of fillStatements(sessions, now)) await run(sql);
  await analyze();
  await measure(`${name}: ${sessions} sessions`, store);
  await run(allDueStatement(now));
  await measure(`${name}: all of them due`, store);
}

async function onSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-orders-'));
  const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;
  const database = new Libsql(join(folder, 'checkout.db'));
  const store = sqliteStore(database);
  try {
    await measureBoth('SQLite', { store, run: async (sql) => database.exec(sql), analyze: async () => {} });
  } finally {
    await store.close();
    database.close();
    rmSync(folder, { recursive: true });
  }
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres();
  const pool = new pg.Pool((await server.schema()).config);
  const store = postgresStore(pool);
  try {
    const run = (sql: string) => pool.query(sql);
    await measureBoth('PostgreSQL', { store, run, analyze: () => run('ANALYZE') });
  } finally {
    await pool.end();
    await server.stop();
  }
}

async function onMariaDb(): Promise<void> {
  const server = await startMysql();
  const config = await server.database();
  const connection = await mysql.createConnection(config);
  const pool = mysql.createPool(config);
  const store = mysqlStore(pool);
  const run = (sql: string) => connection.query(sql);
  try {
    await run("SET sql_mode = CONCAT(@@sql_mode, ',PIPES_AS_CONCAT')");
    await run(`SET max_recursive_iterations = ${sessions}`);
    const tables = 'hpp_sessions, hpp_due, hpp_effects, hpp_events, hpp_notices';
    await measureBoth('MariaDB', { store, run, analyze: () => run(`ANALYZE TABLE ${tables}`) });
  } finally {
    await connection.end();
    await pool.end();
    await server.stop();
  }
}

await onSqlite();
await onPostgres();
await onMariaDb();
console.log(`The slowest call took ${slowest.toFixed(0)} ms; ${MOST_MS} ms are allowed.`);
if (slowest >= MOST_MS) process.exitCode = 1;
