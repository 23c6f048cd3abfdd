/*
 * handler.orders on a hundred thousand sessions with their events, notifications and fulfilments: what each call takes, on
 * SQLite and PostgreSQL. Fails when a listing takes a second or more. Run: npm run bench:orders [sessions]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createOrders } from '../../src/merchant/orders/createOrders.ts';
import type { Orders } from '../../src/merchant/orders/types.ts';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { modeStore } from '../../src/merchant/store/modeStore.ts';
import { postgresStore } from '../../src/merchant/store/postgres.ts';
import type { SqliteDatabase } from '../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { fillStatements, orderOf } from '../support/manyOrders.ts';
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

async function measure(name: string, store: CheckoutStore): Promise<void> {
  console.log(`${name}: ${sessions} sessions`);
  const orders = ordersOn(store);
  const listed = (page: { stuck: readonly unknown[] }) => `${page.stuck.length} stuck`;
  const first = await timed('stuck, first page', () => orders.stuck({ limit: PAGE }), listed);
  await timed('stuck, second page', () => orders.stuck({ limit: PAGE, after: first.next ?? '' }), listed);
  await timed('stuck, a page of 1,000', () => orders.stuck({ limit: 1_000 }), listed);
  const since = new Date((await store.now()) - 3_600_000);
  await timed('stuck since an hour', () => orders.stuck({ limit: PAGE, since }), listed);
  let slowestPage = 0;
  let count = 0;
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

async function onSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-orders-'));
  const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;
  const database = new Libsql(join(folder, 'checkout.db'));
  const store = sqliteStore(database);
  try {
    await store.ready();
    for (const sql of fillStatements(sessions, await store.now())) database.exec(sql);
    await measure('SQLite', store);
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
    await store.ready();
    for (const sql of fillStatements(sessions, await store.now())) await pool.query(sql);
    await pool.query('ANALYZE');
    await measure('PostgreSQL', store);
  } finally {
    await pool.end();
    await server.stop();
  }
}

await onSqlite();
await onPostgres();
console.log(`The slowest call took ${slowest.toFixed(0)} ms; ${MOST_MS} ms are allowed.`);
if (slowest >= MOST_MS) process.exitCode = 1;
