import type { PgClient, PgPool } from './pool.ts';

/** What is known of a pool's connections. A pool without events is never known to have a new one. */
export interface ConnectionWatch {
  /** Whether the pool has made it since, and nobody has looked at its server yet. Says so once. */
  takeNew(client: PgClient): boolean;
  /** Whether its server has committed without the standby's word. Says so once. */
  takeUnconfirmed(client: PgClient): boolean;
  stop(): void;
}

/**
 * A server that waits for its synchronous standby can be made to stop waiting, by `statement_timeout` or `pg_cancel_backend`:
 * it then answers that it has committed, and warns that the standby may not have it. Whoever takes that for an acknowledgement
 * loses it in a failover. The warning's text is translated, the name of the C function in it is not.
 * https://github.com/postgres/postgres/blob/REL_15_STABLE/src/backend/replication/syncrep.c#L284
 */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN';

export function watchConnections(pool: PgPool): ConnectionWatch {
  const fresh = new WeakSet<object>();
  const unconfirmed = new WeakSet<object>();
  const listen = (client: Pick<PgClient, 'on'>): void => {
    fresh.add(client);
    client.on?.('notice', ({ routine }) => {
      if (routine === WAITS_FOR_STANDBY) unconfirmed.add(client);
    });
  };
  pool.on?.('connect', listen);
  return {
    takeNew: (client) => fresh.delete(client),
    takeUnconfirmed: (client) => unconfirmed.delete(client),
    stop: () => void pool.off?.('connect', listen),
  };
}
