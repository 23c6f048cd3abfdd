import { namesOf } from '../../help/namesOf.ts';
import { assertOptions } from './assertOptions.ts';
import { assertTimeout } from './assertTimeout.ts';
import type { CheckoutStore } from './contract.ts';
import { mysqlDriver } from './mysql/driver.ts';
import type { MysqlCallbackPool, MysqlPool } from './mysql/pool.ts';
import { sqlStore } from './sql/store.ts';
import { StoreError } from './storeError.ts';

export type { CheckoutStore } from './contract.ts';
export type { MysqlCallbackPool, MysqlConnection, MysqlPool, MysqlQuery } from './mysql/pool.ts';
export { StoreError, type StoreErrorCode } from './storeError.ts';

/** Bounds of the MySQL store. */
export interface MysqlStoreOptions {
  /** Bound for one read or write, waiting for a connection included, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

const OPTIONS = namesOf<MysqlStoreOptions>({ timeoutMs: true });

/**
 * The store for many servers on MySQL (8.0.17 or later) or MariaDB (10.6 or later): any number of processes on one database.
 * Tables are named `hpp_…`. What is acknowledged survives kill -9 and power loss, unless the server runs with
 * `innodb_flush_log_at_trx_commit` other than 1. Never hangs: a read or a write ends within `timeoutMs`, with
 * `store_unavailable` if need be.
 *
 * @param pool a `mysql2` pool of the store's own, since it sets isolation, `sql_mode` and bounds of each connection; its
 *   options are yours: `connectTimeout` (5,000), `connectionLimit`, and `multipleStatements`, with which a write takes one
 *   round trip, two at most. `close()` leaves it open.
 * @throws StoreError `config_invalid` for what is no pool, and for an option that cannot be; from `ready()`, for a server that
 *   is too old.
 * @example
 * const store = mysqlStore(mysql.createPool({ uri, connectTimeout: 5_000, multipleStatements: true }));
 */
export function mysqlStore(
  pool: MysqlPool | MysqlCallbackPool,
  options: MysqlStoreOptions = {},
): CheckoutStore {
  assertOptions('mysqlStore', options, OPTIONS);
  const { timeoutMs = 5_000 } = options;
  assertTimeout(timeoutMs);
  return sqlStore(mysqlDriver({ pool: withPromises(pool), timeoutMs }));
}

function withPromises(pool: unknown): MysqlPool {
  const { promise, getConnection } = (pool ?? {}) as Partial<MysqlCallbackPool & MysqlPool>;
  if (typeof promise === 'function') return promise.call(pool);
  if (typeof getConnection === 'function') return pool as MysqlPool;
  throw new StoreError(
    'config_invalid',
    'mysqlStore: expected a pool of "mysql2", as in mysqlStore(mysql.createPool({ uri })).',
  );
}
