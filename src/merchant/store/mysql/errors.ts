import { isStoreError, StoreError } from '../storeError.ts';

/*
 * Numbers of MySQL (https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html) and of MariaDB
 * (https://mariadb.com/kb/en/mariadb-error-code-reference/).
 */

/** A deadlock, a wait for a lock that took too long, a row read that has changed, or a key that another one has just taken. */
const COLLISIONS = [1213, 1205, 1020, 1062];
/**
 * The server is not the one to write to any more (read-only after a failover), is no part of its cluster (1047, Galera), ends
 * the session (shutdown, killed, idle for too long), or lets nobody in.
 */
const SERVER_GONE = [1290, 1792, 1836, 1047, 1053, 1077, 1079, 1927, 4031, 1040, 1129, 1130, 1203];
/** The server gave up on a statement at our own bound, or somebody told it to. */
const INTERRUPTED = [1317, 1969, 3024];

const numberOf = (error: unknown): number | null => {
  const { errno, sqlState } = (error ?? {}) as { errno?: unknown; sqlState?: unknown };
  // The errors of sockets have negative numbers, and no state.
  return typeof errno === 'number' && errno > 0 && typeof sqlState === 'string' ? errno : null;
};

const isOneOf = (numbers: readonly number[], error: unknown): boolean => {
  const number = numberOf(error);
  return number !== null && numbers.includes(number);
};

/** Whether the database itself answered, and goes on answering on this connection. */
export function leavesConnectionUsable(error: unknown): boolean {
  return numberOf(error) !== null && !(error as { fatal?: unknown }).fatal && !isOneOf(SERVER_GONE, error);
}

/** Two transactions got in each other's way: the whole transaction may run again. */
export function isCollision(error: unknown): boolean {
  return isOneOf(COLLISIONS, error);
}

/** The server refused, or stopped before it was done. */
export function wasNotDone(error: unknown): boolean {
  return isCollision(error) || isOneOf(SERVER_GONE, error);
}

/** A step of a migration that was done before: the table, the column, the index or the foreign key is there, or gone. */
export function wasDoneBefore(error: unknown): boolean {
  return isOneOf([1050, 1060, 1061, 1091, 1826], error);
}

/** `committing`: it is the answer to COMMIT that got lost. */
export function toStoreError(error: unknown, committing: boolean): unknown {
  if (isStoreError(error) || !(error instanceof Error)) return error;
  const { sqlState } = error as { sqlState?: unknown };
  // 22: a value that does not fit; 23: a constraint.
  if (numberOf(error) !== null && /^2[23]/.test(String(sqlState))) {
    return new StoreError('invalid_change', `The database refuses this write: ${messageOf(error)}.`, error);
  }
  const stored = committing
    ? 'Whether this write was stored is unknown; repeating it is safe.'
    : 'Nothing of this write was stored.';
  const why = isOneOf(INTERRUPTED, error) ? ' (it took longer than timeoutMs, or somebody ended it)' : '';
  return new StoreError('store_unavailable', `MySQL: ${messageOf(error)}${why}. ${stored}`, error);
}

/** A failed connection to several addresses has no message of its own. */
function messageOf(error: Error): string {
  return (error.message || String((error as { code?: unknown }).code ?? error.name)).replace(/\.$/, '');
}
