import type { Deadline } from '../deadline.ts';
import type { Row } from '../sql/driver.ts';
import { leavesConnectionUsable } from './errors.ts';
import type { MysqlPool } from './pool.ts';

/** One borrowed connection. Every query stands under the deadline. */
export interface Connection {
  /** What stays the same however often it is borrowed. */
  readonly identity: object;
  /** Whether it takes several statements in one round trip. */
  readonly takesSeveral: boolean;
  /** @param doing what an error says was under way. */
  query(doing: string, sql: string): Promise<readonly Row[]>;
  /** Several statements, if it takes them: the rows of the last. The server stops at the first that fails. */
  queryAll(doing: string, statements: readonly string[]): Promise<readonly Row[]>;
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
  const send = async (doing: string, sql: string): Promise<unknown> => {
    try {
      const query = { sql, rowsAsArray: false, nestTables: false, typeCast: true } as const;
      const [result] = await deadline.wait(doing, client.query(query));
      return result;
    } catch (error) {
      broken ||= !leavesConnectionUsable(error);
      throw withoutStatement(error);
    }
  };
  return {
    identity: client.connection ?? client,
    takesSeveral: client.connection?.config?.multipleStatements === true,
    query: async (doing, sql) => rowsOf(await send(doing, sql)),
    async queryAll(doing, statements) {
      const results = await send(doing, statements.join('; '));
      // One alone is answered by its own result.
      return rowsOf(statements.length === 1 ? results : (results as readonly unknown[]).at(-1));
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
