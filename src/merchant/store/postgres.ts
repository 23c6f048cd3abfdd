import { namesOf } from '../../help/namesOf.ts';
import { assertOptions } from './assertOptions.ts';
import { assertTimeout } from './assertTimeout.ts';
import type { CheckoutStore } from './contract.ts';
import { postgresDriver } from './postgres/driver.ts';
import type { PgPool } from './postgres/pool.ts';
import { sqlStore } from './sql/store.ts';
import { StoreError } from './storeError.ts';

export type { CheckoutStore } from './contract.ts';
export type { PgClient, PgPool, PgResult } from './postgres/pool.ts';
export { StoreError, type StoreErrorCode } from './storeError.ts';

/** Bounds of the PostgreSQL store. */
export interface PostgresStoreOptions {
  /** Bound for one read or write, waiting for a connection included, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

const OPTIONS = namesOf<PostgresStoreOptions>({ timeoutMs: true });

/**
 * The store for many servers: any number of processes on one PostgreSQL (12 or later). Tables are named `hpp_…` and live in
 * the connection's schema. What is acknowledged survives kill -9 and power loss, unless the server runs with `fsync=off`.
 * Never hangs: a read or a write ends within `timeoutMs`, with `store_unavailable` if need be.
 *
 * @param pool a `pg` pool, or anything of its shape. Give it `connectionTimeoutMillis` (5,000) and `keepAlive: true`;
 *   `close()` leaves it open.
 * @throws StoreError `config_invalid` for what is no pool, and for an option that cannot be.
 * @example
 * const store = postgresStore(new pg.Pool({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true }));
 */
export function postgresStore(pool: PgPool, options: PostgresStoreOptions = {}): CheckoutStore {
  assertOptions('postgresStore', options, OPTIONS);
  if (typeof (pool as PgPool | undefined)?.connect !== 'function') {
    throw new StoreError(
      'config_invalid',
      'postgresStore: expected a pool of "pg", as in postgresStore(new pg.Pool({ connectionString })).',
    );
  }
  const { timeoutMs = 5_000 } = options;
  assertTimeout(timeoutMs);
  return sqlStore(postgresDriver({ pool, timeoutMs }));
}
