import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MysqlTransactions } from '../../../src/merchant/store/sql/driver.ts';
import { migrate } from '../../../src/merchant/store/sql/migrate.ts';
import { MIGRATIONS, type Migration } from '../../../src/merchant/store/sql/migrations.ts';
import { sqlStore } from '../../../src/merchant/store/sql/store.ts';
import { sqliteDriver } from '../../../src/merchant/store/sqlite/driver.ts';
import type { SqliteDatabase } from '../../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { created, record } from '../../../src/testing/store/fixture.ts';

const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;

let folder: string;
let database: SqliteDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hpp-migrate-'));
  database = new Libsql(join(folder, 'checkout.db'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function migrateTo(known: readonly Migration[]): Promise<void> {
  const driver = sqliteDriver({ open: async () => database, owned: false, now: () => 1, timeoutMs: 1_000 });
  await driver.open();
  await driver.migrate(() => migrate(driver, known), 1_000);
}

/** The texts of its statements, on an empty store. */
function* migrationsOf(mysql: MysqlTransactions | null, known: readonly Migration[]): Generator<string> {
  const running = migrate({ mysql }, known);
  for (let next = running.next([]); !next.done; next = running.next([])) yield next.value.sql;
}

const applied = () =>
  database.prepare('SELECT version FROM hpp_migrations ORDER BY version').all() as { version: number }[];
const latest = Math.max(...MIGRATIONS.map(({ version }) => version));
const later = (worksFrom: number, ...statements: string[]): Migration => ({
  version: latest + 1,
  worksFrom,
  statements,
});

it('numbers the migrations 1, 2, 3 … and lets none work from a version after its own', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  for (const { version, worksFrom } of MIGRATIONS) expect(worksFrom).toBeLessThanOrEqual(version);
});

it('records what it applied, once', async () => {
  await migrateTo(MIGRATIONS);
  await migrateTo(MIGRATIONS);
  expect(applied().map(({ version }) => version)).toEqual(MIGRATIONS.map(({ version }) => version));
});

it('applies what is missing to a store with data', async () => {
  const session = await created(sqliteStore(database));
  await migrateTo([...MIGRATIONS, later(1, 'ALTER TABLE hpp_sessions ADD COLUMN colour TEXT')]);
  expect(database.prepare('SELECT id, colour FROM hpp_sessions').all()).toEqual([
    { id: session.id, colour: null },
  ]);
});

it('F47 keeps the sessions of the first release: nothing is known of their order, their payment and its details', async () => {
  await migrateTo(MIGRATIONS.slice(0, 1));
  const { order: _, paidAt, details, detailsAttempts, ...old } = record({ status: 'completed' });
  database.exec(`INSERT INTO hpp_sessions VALUES ('${old.id}', '${old.orderReference}', '${old.uniqueReference}',
    '10.00', 'EUR', 'PURC', 1, 1000000, '${old.notifySecretHash}', '${old.correlationId}', 'completed',
    NULL, NULL, NULL, NULL, NULL, NULL, 0, 1, 0)`);
  const stored = await sqliteStore(database).getSession(old.id);
  expect(stored?.value).toEqual({ ...old, order: null, paidAt, details, detailsAttempts });
  expect([paidAt, details, detailsAttempts]).toEqual([null, null, 0]);
});

it('F47 works with the tables of a newer release that still allow it', async () => {
  await migrateTo([...MIGRATIONS, later(1, 'ALTER TABLE hpp_sessions ADD COLUMN colour TEXT')]);
  const store = sqliteStore(database);
  const session = await created(store);
  database.exec(`UPDATE hpp_sessions SET colour = 'red'`);
  await store.change({ id: session.id, version: 1, next: { ...session, checks: 1 }, events: [] });
  expect(database.prepare('SELECT colour FROM hpp_sessions').all()).toEqual([{ colour: 'red' }]);
});

it('F47 works with the tables of a newer release that need just this one', async () => {
  await migrateTo([...MIGRATIONS, later(latest)]);
  await sqliteStore(database).ready();
});

it('opens a store that lacks nothing without a write: its role need not be allowed to make tables', async () => {
  await migrateTo(MIGRATIONS);
  const driver = sqliteDriver({ open: async () => database, owned: false, now: () => 1, timeoutMs: 1_000 });
  const store = sqlStore({ ...driver, migrate: () => expect.unreachable() });
  await store.ready();
  expect(await store.getSession('nobody')).toBeNull();
});

it('has statements of MySQL’s own', () => {
  const known = [
    { version: 1, worksFrom: 1, statements: ['all'] },
    { version: 2, worksFrom: 1, statements: ['others'], onMysql: ['MySQL’s'] },
  ];
  for (const [mysql, theirs] of [
    [null, 'others'],
    [{ all: async () => [] }, 'MySQL’s'],
  ] as const) {
    const ran = [...migrationsOf(mysql, known)];
    expect(ran.filter((sql) => ['all', 'others', 'MySQL’s'].includes(sql))).toEqual(['all', theirs]);
  }
});

it('F47 refuses the tables of a newer release that do not', async () => {
  await migrateTo([...MIGRATIONS, later(latest + 1)]);
  await expect(sqliteStore(database).ready()).rejects.toMatchObject({
    code: 'schema_newer',
    message: expect.stringContaining(`this release is at ${latest}`),
  });
});

it('leaves nothing of a migration that fails', async () => {
  await migrateTo(MIGRATIONS);
  const broken = later(1, 'CREATE TABLE half (a TEXT)', 'CREATE NONSENSE');
  await expect(migrateTo([...MIGRATIONS, broken])).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(applied()).toHaveLength(MIGRATIONS.length);
  expect(database.prepare(`SELECT name FROM sqlite_master WHERE name = 'half'`).all()).toEqual([]);
});

it('T60 tells test and live apart in a store of the first release, whose payments and due work are kept', async () => {
  await migrateTo(MIGRATIONS.filter(({ version }) => version === 1));
  const session = (id: string, reference: string, test: number, returned: number | null) =>
    database.exec(`INSERT INTO hpp_sessions VALUES ('${id}', '${reference}', 'u-${id}', '1.00', 'EUR', 'PURC', ${test}, 1, 'h',
      'c', 'completed', NULL, NULL, NULL, NULL, ${returned}, NULL, 0, 2, 0);
      INSERT INTO hpp_due VALUES ('${id}', 0, 0, NULL, NULL, NULL);
      INSERT INTO hpp_effects VALUES ('${reference}', '${id}', 'pending', 3)`);
  session('tried', 'A-1', 1, 5);
  session('sold', 'A-2', 0, null);
  await migrateTo(MIGRATIONS);

  const store = sqliteStore(database);
  expect(await store.getFulfilment('A-1', true)).toMatchObject({
    sessionId: 'tried',
    state: 'pending',
    attempts: 3,
  });
  expect(await store.getFulfilment('A-1', false)).toBeNull();
  expect(await store.getFulfilment('A-2', false)).toMatchObject({ sessionId: 'sold', attempts: 3 });
  expect(await store.claimDue(9, 1_000, false)).toMatchObject([{ sessionId: 'sold' }]);
  expect(await store.claimDue(9, 1_000, true)).toMatchObject([{ sessionId: 'tried' }]);
  expect((await store.getSession('tried'))?.value).toMatchObject({ returnedAt: 5, sentBackAt: 5 });
  expect((await created(store, { orderReference: 'A-1', test: false })).test).toBe(false);
});
