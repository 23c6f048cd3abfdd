/*
 * Acknowledged notifications per second, each durable before it counts, beside the bare engine doing one insert a
 * commit. Run: node --import tsx test/bench/store.bench.ts [seconds] [parallel]
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { postgresStore } from '../../src/merchant/store/postgres.ts';
import type { SqliteDatabase } from '../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { created, event, notification } from '../../src/testing/store/fixture.ts';
import { startPostgres } from '../support/postgres.ts';

const seconds = Number(process.argv[2] ?? 5);
const parallel = Number(process.argv[3] ?? 64);
const BODY = { Status: 'Processed', Amount: '10.00', Currency: 'EUR', Padding: 'x'.repeat(900) };
/** A 1 kB notification each, for sessions in turn. */
const SESSIONS = 200;
const ORDERS = 500;

async function measure(name: string, one: (index: number) => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  let index = 0;
  const warmUp = performance.now() + 500;
  const end = warmUp + seconds * 1_000;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (;;) {
        const began = performance.now();
        if (began > end) return;
        await one(index++);
        if (began > warmUp) took.push(performance.now() - began);
      }
    }),
  );
  took.sort((a, b) => a - b);
  const at = (share: number) => (took[Math.floor(took.length * share)] ?? 0).toFixed(1);
  const rate = Math.round(took.length / seconds);
  const memory = Math.round(process.memoryUsage().rss / 1_048_576);
  console.log(
    `${name.padEnd(38)} ${String(rate).padStart(7)}/s   p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   RSS ${memory} MB`,
  );
}

async function measureStore(name: string, store: CheckoutStore): Promise<void> {
  const sessions: string[] = [];
  for (let index = 0; index < SESSIONS; index++) sessions.push((await created(store)).id);
  await measure(`${name}: receive()`, (index) =>
    store.receive({
      digest: createHash('sha256').update(`${name}${index}`).digest('hex'),
      sessionId: sessions[index % SESSIONS] ?? null,
      verified: true,
      body: BODY,
    }),
  );
}

/** What an order weighs: a session, eight events, two notifications, its fulfilment. */
async function fill(store: CheckoutStore): Promise<void> {
  await Promise.all(
    Array.from({ length: ORDERS }, async () => {
      const session = await created(store, { redirectUrl: `https://pay.example/${'x'.repeat(80)}` });
      const next = { ...session, status: 'completed' as const, redirectUrl: null };
      const events = Array.from({ length: 8 }, (_, index) =>
        event(`event-${index}`, { detail: 'x'.repeat(120) }),
      );
      await store.change({ id: session.id, version: 1, next, events, claimFulfilment: true, dueAt: null });
      for (let index = 0; index < 2; index++)
        await store.receive(notification({ sessionId: session.id, body: BODY }));
      await store.completeFulfilment(session.orderReference, true, []);
    }),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'hpp-bench-'));
const server = await startPostgres();
try {
  console.log(`${parallel} at a time, ${seconds} s each, 1 kB bodies, fsync on`);

  const pool = new pg.Pool({ ...(await server.schema()).config, max: 10 });
  await pool.query('CREATE TABLE bare (digest TEXT PRIMARY KEY, body TEXT)');
  await measure('PostgreSQL: one bare INSERT a commit', (index) =>
    pool.query('INSERT INTO bare VALUES ($1, $2)', [`${index}`, JSON.stringify(BODY)]),
  );
  await measureStore('PostgreSQL', postgresStore(pool));
  await pool.end();

  const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;
  const bare = new Libsql(join(folder, 'bare.db'));
  bare.prepare('PRAGMA journal_mode = WAL').all();
  bare.exec('PRAGMA synchronous = FULL; CREATE TABLE bare (digest TEXT PRIMARY KEY, body TEXT)');
  const insert = bare.prepare('INSERT INTO bare VALUES (?, ?)');
  await measure('SQLite: one bare INSERT a commit', async (index) => {
    insert.run(`${index}`, JSON.stringify(BODY));
    // As a server would: let others in between.
    await new Promise(setImmediate);
  });
  bare.close();
  const store = sqliteStore(join(folder, 'store.db'));
  await measureStore('SQLite', store);
  await store.close();

  const sized = new pg.Pool((await server.schema()).config);
  const inPostgres = postgresStore(sized);
  await fill(inPostgres);
  const { rows } = await sized.query(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind = 'r' AND relname LIKE 'hpp_%'
      AND relnamespace = current_schema()::regnamespace`,
  );
  console.log(`PostgreSQL: ${Math.round(Number(rows[0]?.bytes) / ORDERS / 100) / 10} kB an order`);
  await sized.end();

  const file = join(folder, 'sized.db');
  const inFile = sqliteStore(file);
  await fill(inFile);
  await inFile.close();
  console.log(`SQLite:     ${Math.round(statSync(file).size / ORDERS / 100) / 10} kB an order`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
