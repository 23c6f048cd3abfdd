import { compiler } from '../sql/compile.ts';
import { type SqlDriver, singleStatement, type Transaction } from '../sql/driver.ts';
import { borrow, type Connection } from './connection.ts';
import { deadlineIn } from './deadline.ts';
import { toStoreError } from './errors.ts';
import { ignoreIdleConnectionErrors } from './idleConnectionErrors.ts';
import type { PgPool } from './pool.ts';
import { readOnce, writeOnce } from './singleStatement.ts';
import { RetryableError, transact } from './transaction.ts';

export interface PostgresDriverOptions {
  readonly pool: PgPool;
  /** Bound for one step: waiting for a connection, its statements and its commit. */
  readonly timeoutMs: number;
  /** SQL expression for the clock in milliseconds; the database's own unless a test replaces it. */
  readonly clock?: string;
}

// A subquery: evaluated once for a statement, which lets an index be searched by it.
const CLOCK = '(SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint)';
const ATTEMPTS = 3;

/** Any number of processes; each step is one transaction at READ COMMITTED with row locks. */
export function postgresDriver({ pool, timeoutMs, clock = CLOCK }: PostgresDriverOptions): SqlDriver {
  const dialect = {
    placeholder: (position: number) => `$${position}`,
    now: clock,
    forUpdate: 'FOR UPDATE',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
  };
  const compile = compiler(dialect, Date.now);
  let durability = '';
  let stopIgnoring: (() => void) | null = null;

  async function run<T>(step: () => Transaction<T>, boundMs: number): Promise<T> {
    // READ COMMITTED whatever the database's default: `createSession` must see what it waited for. The server gives up
    // when we do: a client that stalls must not keep its locks.
    const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${boundMs}; SET LOCAL idle_in_transaction_session_timeout = ${boundMs}${durability}`;
    return attempt(boundMs, (connection) => transact(connection, begin, compile, step()));
  }

  /** Borrows a connection for `work`; again with a fresh one where `work` says that nothing was stored. */
  async function attempt<T>(boundMs: number, work: (connection: Connection) => Promise<T>): Promise<T> {
    const deadline = deadlineIn(boundMs);
    try {
      for (let tried = 1; ; tried++) {
        const connection = await borrow(pool, deadline).catch((error: unknown) => {
          throw toStoreError(error, false);
        });
        try {
          return await work(connection);
        } catch (error) {
          if (!(error instanceof RetryableError)) throw error;
          if (tried === ATTEMPTS) throw error.cause;
        } finally {
          connection.release();
        }
      }
    } finally {
      deadline.end();
    }
  }

  return {
    isRemote: true,
    migrationLock: 'SELECT pg_advisory_xact_lock(4700117)',
    async open() {
      if (pool.options !== undefined && !pool.options.connectionTimeoutMillis) {
        process.emitWarning(
          'The pg pool has no connectionTimeoutMillis: a connection attempt that hangs keeps its place in the pool for good. Set it to 5000.',
          { code: 'HPP_POOL_WITHOUT_TIMEOUT' },
        );
      }
      stopIgnoring ??= ignoreIdleConnectionErrors(pool);
      const [row] = await this.read({
        sql: "SELECT current_setting('synchronous_commit') AS level",
        values: [],
      });
      // A database that trades durability for speed may do so for its other users.
      // https://www.postgresql.org/docs/current/wal-async-commit.html
      durability = row?.level === 'off' ? '; SET LOCAL synchronous_commit = on' : '';
    },
    read(statement) {
      const { text, values } = compile(statement);
      return attempt(timeoutMs, (connection) => readOnce(connection, text, values));
    },
    write(statement) {
      if (durability !== '') return run(() => singleStatement(statement), timeoutMs);
      const { text, values } = compile(statement);
      return attempt(timeoutMs, (connection) => writeOnce(connection, text, values));
    },
    transaction: (step, boundMs = timeoutMs) => run(step, boundMs),
    async close() {
      stopIgnoring?.();
      stopIgnoring = null;
    },
  };
}
