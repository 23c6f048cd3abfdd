import { assertTimeout } from './assertTimeout.ts';
import type { CheckoutStore } from './contract.ts';
import { sqlStore } from './sql/store.ts';
import { sqliteDriver } from './sqlite/driver.ts';
import type { SqliteDatabase } from './sqlite/handle.ts';
import { openFile } from './sqlite/openFile.ts';

export type { CheckoutStore } from './contract.ts';
export type { SqliteDatabase, SqliteStatement } from './sqlite/handle.ts';
export { StoreError, type StoreErrorCode } from './storeError.ts';

/** Bounds of the SQLite store. */
export interface SqliteStoreOptions {
  /** How long a write waits for another process that is writing, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
  /** Milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

/**
 * The embedded store: one file, no server. For one machine; several processes may share the file, one writes at a time.
 * Opens nothing before `ready()`. What is acknowledged survives kill -9 and power loss (WAL, synchronous=FULL).
 *
 * @param pathOrDatabase a file (made if missing, with its folders), or an open `node:sqlite`, `libsql` or `better-sqlite3`
 *   database, whose journal mode, synchronous level, foreign keys and busy timeout the store sets. `close()` leaves an open database open.
 * @throws StoreError `config_invalid` from `ready()` when the runtime has no SQLite and `libsql` is not installed.
 * @example
 * const store = sqliteStore('./data/checkout.db');
 */
export function sqliteStore(
  pathOrDatabase: string | SqliteDatabase,
  { timeoutMs = 5_000, now = Date.now }: SqliteStoreOptions = {},
): CheckoutStore {
  assertTimeout(timeoutMs);
  const owned = typeof pathOrDatabase === 'string';
  const open = () => (typeof pathOrDatabase === 'string' ? openFile(pathOrDatabase) : pathOrDatabase);
  return sqlStore(sqliteDriver({ open, owned, now, timeoutMs }));
}
