import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { StoreError } from '../storeError.ts';
import type { SqliteDatabase } from './handle.ts';

export type Engine = new (path: string) => SqliteDatabase;

/** Where engines come from; replaced by tests. */
export interface EngineSources {
  /** The runtime's own module, if it has one. */
  builtIn(id: 'node:sqlite'): unknown;
  /** The package, loaded at once. */
  require(): unknown;
  /** The package, by an import that a bundler sees. */
  import(): Promise<unknown>;
  /** Whether this code runs from a bundle, beside which no package need be found. */
  isBundled(): boolean;
}

const SOURCES: EngineSources = {
  builtIn: (id) => (process as { getBuiltinModule?: (id: string) => unknown }).getBuiltinModule?.(id),
  require: () => createRequire(import.meta.url)('libsql'),
  async import() {
    // Within `try`, bundlers take a package that is not installed for an optional one.
    try {
      return await import('libsql');
    } catch (error) {
      return Promise.reject(error);
    }
  },
  isBundled() {
    // A bundler changes it, takes it away, or leaves the place where this file stood when the bundle was made.
    const url = String(import.meta.url);
    return !/\/(dist\/sqlite\.js|sqlite\/findEngine\.ts)(\?|$)/.test(url) || !existsSync(fileURLToPath(url));
  },
};

/**
 * Finds an engine: the runtime's own SQLite (Node 22.5 and later), or the package `libsql`. A server without one should not
 * start, so this throws when the store is made. In a bundle only the import can tell, and then the loader rejects.
 *
 * @throws StoreError `config_invalid`: `libsql` is not installed, or it cannot be loaded.
 * @returns loads what was found.
 */
export function findEngine(sources: EngineSources = SOURCES): () => Promise<Engine> {
  const builtIn = sources.builtIn('node:sqlite') as { DatabaseSync: Engine } | undefined;
  if (builtIn !== undefined) return async () => builtIn.DatabaseSync;
  try {
    const engine = sources.require() as Engine;
    return async () => engine;
  } catch (error) {
    if (!sources.isBundled()) throw noEngine(error);
  }
  return async () => {
    try {
      return ((await sources.import()) as { default: Engine }).default;
    } catch (error) {
      throw noEngine(error);
    }
  };
}

function noEngine(cause: unknown): StoreError {
  const [reason = ''] = String((cause as Error | undefined)?.message ?? cause).split('\n');
  // The package itself is not there. One of its parts may be missing too (`@libsql/linux-x64-musl`): then it cannot be loaded.
  const isMissing = /^(Cannot find (module|package)|Could not resolve) ['"]libsql['"]/.test(reason);
  const what = isMissing
    ? 'the package "libsql" is not installed. Run "npm install libsql", or pass an open database to sqliteStore().'
    : `the package "libsql" cannot be loaded: ${reason}. It is built for one kind of machine: install it on the one that runs it.`;
  return new StoreError(
    'config_invalid',
    `sqliteStore: this runtime has no SQLite of its own (Node has one from 22.5 on), and ${what}`,
    cause,
  );
}
