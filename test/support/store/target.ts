import { createRequire } from 'node:module';
import type mysql from 'mysql2/promise';
import type pg from 'pg';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { mysqlStore } from '../../../src/merchant/store/mysql.ts';
import { postgresStore } from '../../../src/merchant/store/postgres.ts';
import type { SqliteDatabase } from '../../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { watchedDatabase, watchedMysqlPool, watchedPool } from './watched.ts';

/** Where a child process finds the store. */
export type StoreTarget =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly config: pg.PoolConfig; readonly timeoutMs?: number }
  | { readonly kind: 'mysql'; readonly config: mysql.PoolOptions; readonly timeoutMs?: number };

export interface OpenTarget {
  readonly store: CheckoutStore;
  close(): Promise<void>;
}

/** Loaded when they are used: a process that is killed on another engine starts in half the time. */
const require = createRequire(import.meta.url);

/** Opens it; `before` is called before every statement that goes to the engine. */
export function openTarget(target: StoreTarget, before: () => void = () => {}): OpenTarget {
  if (target.kind === 'sqlite') {
    const Libsql = require('libsql') as new (path: string) => SqliteDatabase;
    const database = new Libsql(target.path);
    const store = sqliteStore(watchedDatabase(database, before));
    return {
      store,
      async close() {
        await store.close();
        database.close();
      },
    };
  }
  if (target.kind === 'mysql') {
    const { createPool } = require('mysql2/promise') as typeof mysql;
    const pool = createPool(target.config);
    const store = mysqlStore(watchedMysqlPool(pool, before), { timeoutMs: target.timeoutMs ?? 5_000 });
    return {
      store,
      async close() {
        await store.close();
        // A connection that a test has cut cannot say goodbye.
        await pool.end().catch(() => {});
      },
    };
  }
  const { Pool } = require('pg') as typeof pg;
  const pool = new Pool(target.config);
  const store = postgresStore(watchedPool(pool, before), { timeoutMs: target.timeoutMs ?? 5_000 });
  return {
    store,
    async close() {
      await store.close();
      await pool.end();
    },
  };
}

/** The same database on another port, with bounds for tests in which it does not answer. */
export function throughPort(
  target: Exclude<StoreTarget, { kind: 'sqlite' }>,
  port: number,
  timeoutMs: number,
): StoreTarget {
  if (target.kind === 'mysql') {
    const config = { ...target.config, port, connectionLimit: 4, connectTimeout: timeoutMs };
    return { ...target, config, timeoutMs };
  }
  const config = { ...target.config, port, max: 4, connectionTimeoutMillis: timeoutMs };
  return { ...target, config, timeoutMs };
}
