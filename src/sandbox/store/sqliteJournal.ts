import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Change, Journal } from './store.ts';

/** The part of `node:sqlite`, `libsql` and `better-sqlite3` that is used here; the three agree on it. */
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): { run(...values: unknown[]): unknown; all(...values: unknown[]): unknown[] };
  close(): unknown;
}

/**
 * A journal in `<folder>/sandbox.sqlite`. The file holds masked numbers, tokens and keyed hashes; never a card number or a
 * security code, since the ledger and the vault are given none.
 *
 * @throws Error when the folder cannot be written or no SQLite is installed.
 */
export function sqliteJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = open(join(folder, 'sandbox.sqlite'));
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec(
    'CREATE TABLE IF NOT EXISTS records (place INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (kind, id))',
  );
  const put = database.prepare(
    'INSERT INTO records (kind, id, value) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value',
  );
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND id = ?');

  return {
    *read() {
      const rows = database.prepare('SELECT kind, id, value FROM records ORDER BY place').all() as {
        kind: string;
        id: string;
        value: string;
      }[];
      for (const row of rows) yield { table: row.kind, id: row.id, value: JSON.parse(row.value) };
    },
    write(changes: readonly Change[]) {
      database.exec('BEGIN IMMEDIATE');
      try {
        for (const { table, id, value } of changes) {
          if (value === undefined) remove.run(table, id);
          else put.run(table, id, JSON.stringify(value));
        }
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => void database.close(),
  };
}

function open(path: string): Database {
  const builtin = process.getBuiltinModule?.('node:sqlite') as
    | { DatabaseSync: new (path: string) => Database }
    | undefined;
  if (builtin !== undefined) return new builtin.DatabaseSync(path);
  const require = createRequire(import.meta.url);
  for (const name of ['libsql', 'better-sqlite3']) {
    let Constructor: new (path: string) => Database;
    try {
      Constructor = require(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') continue;
      throw error;
    }
    return new Constructor(path);
  }
  throw new Error(
    'A sandbox with a folder needs SQLite, and this Node has none: install "libsql" (npm install libsql), use Node 22.5 or later, or leave "dir" out to keep everything in memory.',
  );
}
