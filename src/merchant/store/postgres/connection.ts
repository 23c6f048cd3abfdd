import type { Deadline } from '../deadline.ts';
import type { Row } from '../sql/driver.ts';
import { leavesConnectionUsable } from './errors.ts';
import type { PgPool } from './pool.ts';

/** One borrowed connection. Every query stands under the deadline. */
export interface Connection {
  /** @param doing what an error says was under way. */
  query(doing: string, text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** No more use: its answer was lost or late, or the server ended the session. */
  readonly broken: boolean;
  /** Back to the pool, or closed when it is broken. */
  release(): void;
}

export async function borrow(pool: PgPool, deadline: Deadline): Promise<Connection> {
  const client = await deadline.wait('waiting for a connection', pool.connect(), (late) => late.release());
  let broken = false;
  return {
    async query(doing, text, values) {
      try {
        const { rows } = await deadline.wait(doing, client.query(text, values && [...values]));
        return rows;
      } catch (error) {
        broken ||= !leavesConnectionUsable(error);
        throw error;
      }
    },
    get broken() {
      return broken;
    },
    release: () => client.release(broken),
  };
}
