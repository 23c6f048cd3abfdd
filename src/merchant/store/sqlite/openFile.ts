import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreError } from '../storeError.ts';
import type { Engine } from './findEngine.ts';
import type { SqliteDatabase } from './handle.ts';

/** Opens the file with an engine; makes missing folders. Throws `store_unavailable` when the file cannot be opened. */
export function openFile(path: string, Database: Engine): SqliteDatabase {
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
