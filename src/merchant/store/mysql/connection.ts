import type { Deadline } from '../deadline.ts';
import type { Row } from '../sql/driver.ts';
import { leavesConnectionUsable } from './errors.ts';
import type { MysqlPool } from './pool.ts';

/** One borrowed connection. Every query stands under the deadline. */
export interface Connection {
  /** What stays the same however often it is borrowed. */
  readonly identity: object;
  /** @param doing what an error says was under way. */
  query(doing: string, sql: string): Promise<readonly Row[]>;
  /** No more use: its answer was lost or late, or the server is not the one to write to. */
  readonly broken: boolean;
  /** Back to the pool, or closed when it is broken or `discard` says so. */
  release(discard?: boolean): void;
}

export async function borrow(pool: MysqlPool, deadline: Deadline): Promise<Connection> {
  const client = await deadline.wait('waiting for a connection', pool.getConnection(), (late) =>
    late.release(),
  );
  let broken = false;
  return {
    identity: client.connection ?? client,
    async query(doing, sql) {
      try {
        const query = { sql, rowsAsArray: false, nestTables: false, typeCast: true } as const;
        const [result] = await deadline.wait(doing, client.query(query));
        return rowsOf(result);
      } catch (error) {
        broken ||= !leavesConnectionUsable(error);
        throw withoutStatement(error);
      }
    },
    get broken() {
      return broken;
    },
    release(discard = false) {
      if (broken || discard) client.destroy();
      else client.release();
    },
  };
}

function rowsOf(result: unknown): readonly Row[] {
  if (Array.isArray(result)) return result;
  const { affectedRows } = result as { affectedRows: number };
  return affectedRows > 0 ? [{ changed: affectedRows }] : [];
}

/** `mysql2` adds the statement to its error, and with it what it stores. */
function withoutStatement(error: unknown): unknown {
  if (error instanceof Error && 'sql' in error) delete error.sql;
  return error;
}
