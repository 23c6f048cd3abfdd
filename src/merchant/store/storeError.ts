/** Stable codes of `StoreError`. */
export type StoreErrorCode =
  /** The database cannot be reached, did not answer in time, or refused the write (disk full). Nothing was acknowledged. */
  | 'store_unavailable'
  /** The database was migrated by a newer release that this one cannot work with. */
  | 'schema_newer'
  /** The store was given something it cannot use: a driver that is not installed, a closed database. */
  | 'config_invalid'
  /** The caller asked for something the contract forbids: an unknown session, a changed amount, a text that cannot be kept. */
  | 'invalid_change';

/** The one error of the stores. `code` is stable; `cause` is the engine's own error. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** By its mark rather than by class, so that two copies of the package agree. */
export function isStoreError(error: unknown): error is StoreError {
  return error instanceof Error && error.name === 'StoreError' && 'code' in error;
}
