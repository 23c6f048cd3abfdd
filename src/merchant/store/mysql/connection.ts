import type { Deadline } from '../deadline.ts';
import type { Results, Row } from '../sql/driver.ts';
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
  /** The rows of each of several statements, in one round trip if it takes that. The server stops at the first that fails. */
  queryAll(doing: string, statements: readonly string[]): Promise<Results>;
  /** No more use: its answer was lost or late, or the server is not the one to write to. */
  readonly broken: boolean;
  /** Back to the pool, or closed when it is broken or `discard` says so. */
  release(discard?: boolean): void;
}

export async function borrow(pool: MysqlPool, deadline: Deadline): Promise<Connection> {
  const client = await deadline.wait('waiting for a connection', pool.getConnection(), (late) =>
    late.release(),
  );
  const takesSeveral = client.connection?.config?.multipleStatements === true;
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
    takesSeveral,
    query: async (doing, sql) => rowsOf(await send(doing, sql)),
    async queryAll(doing, statements) {
      if (!takesSeveral || statements.length < 2) {
        const results: (readonly Row[])[] = [];
        for (const sql of statements) results.push(rowsOf(await send(doing, sql)));
        return results;
      }
      return ((await send(doing, statements.join('; '))) as readonly unknown[]).map(rowsOf);
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
