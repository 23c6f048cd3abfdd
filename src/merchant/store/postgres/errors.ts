import { isStoreError, StoreError } from '../storeError.ts';

const stateOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
};

/** Whether the database itself answered, and goes on answering on this connection. */
export function leavesConnectionUsable(error: unknown): boolean {
  const state = stateOf(error);
  // 08: connection exceptions; 25006: the server is a standby now, and its other connections are no better; 25P03, 57P01–57P05:
  // the server ended the session; EPIPE is five letters too.
  return state !== '' && state !== 'EPIPE' && !/^(08|25006|25P03|57P)/.test(state);
}

/**
 * Two transactions got in each other's way: a failed serialisation, a deadlock, or two rows with one key, of which the other
 * is visible by now. The whole transaction may run again. https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
export function isCollision(error: unknown): boolean {
  return ['40001', '40P01', '23505'].includes(stateOf(error));
}

/** The server ended the session instead of doing what it was asked. */
export function sessionWasEnded(error: unknown): boolean {
  return /^57P0[1-3]$/.test(stateOf(error));
}

/**
 * The connection's server does not know the statement's name, or knows it from another client: a pooler in transaction mode
 * stands in between. https://www.pgbouncer.org/features.html#sql-feature-map-for-pooling-modes
 */
export function isUnknownName(error: unknown): boolean {
  return ['26000', '42P05'].includes(stateOf(error));
}

/** "cached plan must not change result type": a migration has added a column since the statement was prepared. */
export function hasStalePlan(error: unknown): boolean {
  return stateOf(error) === '0A000';
}

/** A standby refuses every write: nothing was done, and the primary is behind another connection. */
export function isReadOnly(error: unknown): boolean {
  return stateOf(error) === '25006';
}

/**
 * No connection could be made: nobody listens there, or the server is starting, stopping or becoming the primary (57P03). A
 * name may lead elsewhere the next time, and a pool of several hosts to the next one.
 */
export function isUnreachable(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return UNREACHABLE.has(String(code)) || stateOf(error) === '57P03';
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EPIPE',
]);

/** `committing`: it is the answer to COMMIT that got lost. */
export function toStoreError(error: unknown, committing: boolean): unknown {
  if (isStoreError(error) || !(error instanceof Error)) return error;
  if (stateOf(error).startsWith('23')) {
    return new StoreError('invalid_change', `The database refuses this write: ${error.message}.`, error);
  }
  const stored = committing
    ? 'Whether this write was stored is unknown; repeating it is safe.'
    : 'Nothing of this write was stored.';
  return new StoreError('store_unavailable', `PostgreSQL: ${error.message}. ${stored}`, error);
}
