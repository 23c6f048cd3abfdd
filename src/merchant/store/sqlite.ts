import { namesOf } from '../../help/namesOf.ts';
import { assertOptions } from './assertOptions.ts';
import { assertTimeout } from './assertTimeout.ts';
import type { CheckoutStore } from './contract.ts';
import { sqlStore } from './sql/store.ts';
import { sqliteDriver } from './sqlite/driver.ts';
import { findEngine } from './sqlite/findEngine.ts';
import type { SqliteDatabase } from './sqlite/handle.ts';
import { openFile } from './sqlite/openFile.ts';
import { StoreError } from './storeError.ts';

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

const OPTIONS = namesOf<SqliteStoreOptions>({ timeoutMs: true, now: true });

/**
 * The embedded store: one file, no server. For one machine; several processes may share the file, one writes at a time.
 * Opens nothing before `ready()`. What is acknowledged survives kill -9 and power loss (WAL, synchronous=FULL).
 *
 * @param pathOrDatabase a file (made if missing, with its folders), or an open `node:sqlite`, `libsql` or `better-sqlite3`
 *   database, whose journal mode, synchronous level, foreign keys and busy timeout the store sets. `close()` leaves an open database open.
 * @throws StoreError `config_invalid` when the runtime has no SQLite and `libsql` is not installed or cannot be loaded, and for an
 *   option that cannot be.
 * @example
 * const store = sqliteStore('./data/checkout.db');
 */
export function sqliteStore(
  pathOrDatabase: string | SqliteDatabase,
  options: SqliteStoreOptions = {},
): CheckoutStore {
  assertOptions('sqliteStore', options, OPTIONS);
  const { timeoutMs = 5_000, now = Date.now } = options;
  assertTimeout(timeoutMs);
  const owned = typeof pathOrDatabase === 'string';
  if (
    pathOrDatabase === '' ||
    (!owned && typeof (pathOrDatabase as SqliteDatabase | null)?.prepare !== 'function')
  ) {
    throw new StoreError(
      'config_invalid',
      'sqliteStore: expected the path of a file, such as "./data/checkout.db", or an open database.',
    );
  }
  const open = owned ? fileOpener(pathOrDatabase) : async () => pathOrDatabase;
  return sqlStore(sqliteDriver({ open, owned, now, timeoutMs }));
}

function fileOpener(path: string): () => Promise<SqliteDatabase> {
  const loadEngine = findEngine();
  return async () => openFile(path, await loadEngine());
}
