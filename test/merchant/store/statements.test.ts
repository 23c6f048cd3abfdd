import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { postgresStore } from '../../../src/merchant/store/postgres.ts';
import type { SqliteDatabase } from '../../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { forEachOperation } from '../../support/store/operations.ts';
import { watchedDatabase, watchedPool } from '../../support/store/watched.ts';

/*
 * What each operation costs, counted at the driver, is what the README's table says.
 */

const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;
const readme = readFileSync(new URL('../../../src/merchant/store/README.md', import.meta.url), 'utf8');

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

/** Operation → statements on PostgreSQL, BEGIN and COMMIT counted too, and on SQLite, without them. */
const documented = [...readme.matchAll(/^\| (`\w+`[^|]*) \| (\d+) \| (\d+) \|$/gm)].map(
  ([, operation, postgres, sqlite]) => ({
    operation,
    postgres: Number(postgres),
    sqlite: Number(sqlite),
  }),
);

/** The statements of each operation. */
async function count(
  store: CheckoutStore,
  statements: string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const counted = new Map<string, readonly string[]>();
  await forEachOperation(store, async (name, run) => {
    statements.length = 0;
    await run();
    counted.set(name, [...statements]);
  });
  return counted;
}

it('the README lists every operation of the contract', () => {
  const listed = new Set(documented.map(({ operation }) => operation?.match(/`(\w+)`/)?.[1]));
  const { ready: _, close: __, ...methods } = sqliteStore(':memory:');
  expect([...listed].sort()).toEqual(Object.keys(methods).sort());
});

it('PostgreSQL', async () => {
  const statements: string[] = [];
  const inner = new pg.Pool((await server.schema()).config);
  const pool = watchedPool(inner, (sql) => void statements.push(sql));
  try {
    const counted = await count(postgresStore(pool), statements);
    expect(Array.from(counted, ([operation, texts]) => ({ operation, postgres: texts.length }))).toEqual(
      documented.map(({ operation, postgres }) => ({ operation, postgres })),
    );
  } finally {
    await inner.end();
  }
});

it('SQLite', async () => {
  const statements: string[] = [];
  const inner = new Libsql(':memory:');
  const database = watchedDatabase(inner, (sql) => {
    if (!/hpp_clock|^(BEGIN|COMMIT|SAVEPOINT|RELEASE)/.test(sql)) statements.push(sql);
  });
  const counted = await count(sqliteStore(database), statements);
  expect(Array.from(counted, ([operation, texts]) => ({ operation, sqlite: texts.length }))).toEqual(
    documented.map(({ operation, sqlite }) => ({ operation, sqlite })),
  );
  inner.close();
});
