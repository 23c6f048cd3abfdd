import type { MysqlPool } from './pool.ts';

/**
 * A connection that dies emits `error` each time something is tried on it: without a listener that event ends the process
 * (T54). The pool listens once only, so each connection gets a listener for life at the moment it is made. What waits for an
 * answer is told by its own error. Returns a function that stops listening.
 * https://github.com/sidorares/node-mysql2/blob/master/lib/pool_connection.js
 */
export function ignoreConnectionErrors(pool: MysqlPool): () => void {
  const listen = (connection: unknown): void => {
    (connection as { on?(event: 'error', listener: () => void): unknown }).on?.('error', () => {});
  };
  pool.on?.('connection', listen);
  return () => void pool.off?.('connection', listen);
}
