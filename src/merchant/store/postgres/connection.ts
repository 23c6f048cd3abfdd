import type { Deadline } from '../deadline.ts';
import { RetryableError } from '../retryableError.ts';
import type { Row } from '../sql/driver.ts';
import { StoreError } from '../storeError.ts';
import { isUnreachable, leavesConnectionUsable, toStoreError } from './errors.ts';
import type { PgPool, PgQuery } from './pool.ts';
import type { ConnectionWatch } from './watchConnections.ts';

/** One borrowed connection. Every query stands under the deadline. */
export interface Connection {
  /** @param doing what an error says was under way. */
  query(doing: string, query: PgQuery): Promise<readonly Row[]>;
  /** The pool has just made it: what its server is, is not known. */
  readonly isNew: boolean;
  /** No more use: its answer was lost or late, or the server ended the session. */
  readonly broken: boolean;
  /** Never to be used again. */
  discard(): void;
  /** Back to the pool, or closed when it is broken. */
  release(): void;
}

/** @throws RetryableError where the server is away: another one may be there, or this one in a moment. */
export async function borrow(pool: PgPool, deadline: Deadline, watch: ConnectionWatch): Promise<Connection> {
  const connecting = deadline.wait('waiting for a connection', pool.connect(), (late) => late.release());
  const client = await connecting.catch((error: unknown) => {
    const wrapped = toStoreError(error, false);
    throw isUnreachable(error) ? new RetryableError(wrapped) : wrapped;
  });
  let broken = false;
  return {
    isNew: watch.takeNew(client),
    async query(doing, query) {
      try {
        const { rows } = await deadline.wait(doing, client.query(query));
        if (!watch.takeUnconfirmed(client)) return rows;
      } catch (error) {
        broken ||= !leavesConnectionUsable(error);
        throw error;
      }
      throw new StoreError(
        'store_unavailable',
        'PostgreSQL committed and stopped waiting for its standby, so a failover may forget this write. Repeating it is safe. ' +
          'A statement_timeout shorter than the wait, or pg_cancel_backend, does that.',
      );
    },
    get broken() {
      return broken;
    },
    discard() {
      broken = true;
    },
    release: () => client.release(broken),
  };
}
