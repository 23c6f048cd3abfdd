import { isStoreError, StoreError } from '../storeError.ts';

const stateOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
};

/** Whether the database itself answered, and goes on answering on this connection. */
export function leavesConnectionUsable(error: unknown): boolean {
  const state = stateOf(error);
  // 08: connection exceptions; 25P03, 57P01–57P05: the server ended the session; EPIPE is five letters too.
  return state !== '' && state !== 'EPIPE' && !/^(08|25P03|57P)/.test(state);
}

/** Two transactions got in each other's way: a deadlock or a failed serialisation. The whole step may run again. */
export function isCollision(error: unknown): boolean {
  return stateOf(error) === '40001' || stateOf(error) === '40P01';
}

/** The server ended the session instead of doing what it was asked. */
export function endedByServer(error: unknown): boolean {
  return /^57P0[1-3]$/.test(stateOf(error));
}

/** `committing`: it is the answer to COMMIT that got lost. */
export function toStoreError(error: unknown, committing: boolean): unknown {
  if (isStoreError(error) || !(error instanceof Error)) return error;
  if (stateOf(error).startsWith('23')) {
    return new StoreError('invalid_change', `The database refuses this step: ${error.message}.`, error);
  }
  const stored = committing
    ? 'Whether this step was stored is unknown; running it again is safe.'
    : 'Nothing of this step was stored.';
  return new StoreError('store_unavailable', `PostgreSQL: ${error.message}. ${stored}`, error);
}
