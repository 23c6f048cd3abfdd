import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { StoreError } from '../storeError.ts';
import type { SqliteDatabase } from './handle.ts';

type Constructor = new (path: string) => SqliteDatabase;

/**
 * Opens the file with the runtime's own SQLite (Node 22.5 and later) or else with the `libsql` package; makes missing folders.
 * Throws `config_invalid` when neither engine is there, `store_unavailable` when the file cannot be opened.
 */
export function openFile(path: string): SqliteDatabase {
  const Database = builtIn() ?? installed();
  try {
    if (path !== ':memory:') mkdirSync(dirname(resolve(path)), { recursive: true });
    return new Database(path);
  } catch (error) {
    throw new StoreError(
      'store_unavailable',
      `The SQLite file ${path} cannot be opened. Check that its folder exists or can be created, and that this process may write there.`,
      error,
    );
  }
}

function builtIn(): Constructor | null {
  const { getBuiltinModule } = process as { getBuiltinModule?: (id: string) => unknown };
  const module = getBuiltinModule?.('node:sqlite') as { DatabaseSync: Constructor } | undefined;
  return module?.DatabaseSync ?? null;
}

function installed(): Constructor {
  try {
    return createRequire(import.meta.url)('libsql') as Constructor;
  } catch (error) {
    throw new StoreError(
      'config_invalid',
      'This runtime has no built-in SQLite (Node has one from 22.5) and the package "libsql" is missing. ' +
        'Run "npm install libsql", or pass an open database to sqliteStore().',
      error,
    );
  }
}
