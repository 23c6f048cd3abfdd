import { createRequire } from 'node:module';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import type { MysqlPool } from '../../../src/merchant/store/mysql/pool.ts';
import { mysqlStore } from '../../../src/merchant/store/mysql.ts';
import type { PgPool } from '../../../src/merchant/store/postgres/pool.ts';
import { postgresStore } from '../../../src/merchant/store/postgres.ts';
import type { SqliteDatabase } from '../../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';

/** Where a child process finds the store. */
export type StoreTarget =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly config: pg.PoolConfig; readonly timeoutMs?: number }
  | { readonly kind: 'mysql'; readonly config: mysql.PoolOptions; readonly timeoutMs?: number };

export interface OpenTarget {
  readonly store: CheckoutStore;
  close(): Promise<void>;
}

/** Opens it; `before` is called before every statement that goes to the engine. */
export function openTarget(target: StoreTarget, before: () => void = () => {}): OpenTarget {
  if (target.kind === 'sqlite') {
    const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;
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
    const pool = mysql.createPool(target.config);
    const store = mysqlStore(watchedMysqlPool(pool, before), { timeoutMs: target.timeoutMs ?? 5_000 });
    return {
      store,
      async close() {
        await store.close();
        await pool.end();
      },
    };
  }
  const pool = new pg.Pool(target.config);
  const store = postgresStore(watchedPool(pool, before), { timeoutMs: target.timeoutMs ?? 5_000 });
  return {
    store,
    async close() {
      await store.close();
      await pool.end();
    },
  };
}

function watchedDatabase(database: SqliteDatabase, before: () => void): SqliteDatabase {
  return {
    exec(sql) {
      before();
      return database.exec(sql);
    },
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        reader: statement.reader ?? true,
        all(...values) {
          before();
          return statement.all(...values);
        },
        run(...values) {
          before();
          return statement.run(...values);
        },
      };
    },
    close: () => database.close(),
  };
}

function watchedMysqlPool(pool: mysql.Pool, before: () => void): MysqlPool {
  return {
    async getConnection() {
      const client = await pool.getConnection();
      return {
        query(query) {
          before();
          return client.query(query);
        },
        release: () => client.release(),
        destroy: () => client.destroy(),
        connection: client.connection,
      };
    },
    on: pool.on.bind(pool) as NonNullable<MysqlPool['on']>,
    off: pool.off.bind(pool) as NonNullable<MysqlPool['off']>,
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

function watchedPool(pool: pg.Pool, before: () => void): PgPool {
  return {
    async connect() {
      const client = await pool.connect();
      return {
        query(query) {
          before();
          return client.query(query);
        },
        release: (destroy) => client.release(destroy),
      };
    },
    on: pool.on.bind(pool) as NonNullable<PgPool['on']>,
    off: pool.off.bind(pool) as NonNullable<PgPool['off']>,
  };
}
