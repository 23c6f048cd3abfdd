import { StoreError } from '../storeError.ts';

const BUSY = 5;
const CONSTRAINT = 19;

/** Another process writes. */
export function isBusy(error: unknown): boolean {
  return resultCodeOf(error) === BUSY;
}

export function toStoreError(error: unknown): unknown {
  const code = resultCodeOf(error);
  if (code === null) return error;
  const { message } = error as Error;
  return code === CONSTRAINT
    ? new StoreError('invalid_change', `The database refuses this write: ${message}.`, error)
    : new StoreError(
        'store_unavailable',
        `The SQLite file could not be read or written: ${message}. Nothing of this write was stored.`,
        error,
      );
}

/** SQLite's primary result code, from the three engines' ways of giving it; `null` for another kind of error. */
function resultCodeOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') return errcode & 0xff;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return null;
  if (code.startsWith('SQLITE_BUSY')) return BUSY;
  return code.startsWith('SQLITE_CONSTRAINT') ? CONSTRAINT : 1;
}
