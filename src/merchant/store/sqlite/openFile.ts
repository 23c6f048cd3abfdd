import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { StoreError } from '../storeError.ts';
import type { SqliteDatabase } from './handle.ts';

type Constructor = new (path: string) => SqliteDatabase;

/** How the two engines are found; replaced by tests. */
export interface Engines {
  /** The runtime's own module, if it has one. */
  builtIn(id: 'node:sqlite'): unknown;
  /** Throws when the package is not installed. */
  installed(id: 'libsql'): unknown;
}

const ENGINES: Engines = {
  builtIn: (id) => (process as { getBuiltinModule?: (id: string) => unknown }).getBuiltinModule?.(id),
  installed: (id) => createRequire(import.meta.url)(id),
};

/**
 * Opens the file with the runtime's own SQLite (Node 22.5 and later) or else with the `libsql` package; makes missing folders.
 * Throws `config_invalid` when neither engine is there, `store_unavailable` when the file cannot be opened.
 */
export function openFile(path: string, engines: Engines = ENGINES): SqliteDatabase {
  const Database = findEngine(engines);
  try {
    if (path !== ':memory:') mkdirSync(dirname(resolve(path)), { recursive: true });
    return new Database(path);
  } catch (error) {
    throw new StoreError(
      'store_unavailable',
      `The SQLite file ${path} cannot be opened. Check that its folder exists or can be made, and that this process may write there.`,
      error,
    );
  }
}

function findEngine(engines: Engines): Constructor {
  const module = engines.builtIn('node:sqlite') as { DatabaseSync: Constructor } | undefined;
  if (module !== undefined) return module.DatabaseSync;
  try {
    return engines.installed('libsql') as Constructor;
  } catch (error) {
    throw new StoreError(
      'config_invalid',
      'This runtime has no built-in SQLite (Node has one from 22.5) and the package "libsql" is missing. ' +
        'Run "npm install libsql", or pass an open database to sqliteStore().',
      error,
    );
  }
}
