import type { PgPool } from './pool.ts';

/**
 * A connection that dies emits `error`, also when no query waits on it: without a listener that event ends the process (T54).
 * The pool listens only while a connection is idle, so each gets a listener for life at the moment it is made: the error may
 * come in the same packet as the server's first answer. Returns a function that stops listening.
 * https://node-postgres.com/apis/pool#events, https://github.com/brianc/node-postgres/issues/3202
 */
export function ignoreIdleConnectionErrors(pool: PgPool): () => void {
  const ignore = (): void => {};
  const listen = (client: { on?(event: 'error', listener: () => void): unknown }): void => {
    client.on?.('error', ignore);
  };
  pool.on?.('error', ignore);
  pool.on?.('connect', listen);
  return () => {
    pool.off?.('error', ignore);
    pool.off?.('connect', listen);
  };
}
