import { deadlineIn } from '../deadline.ts';
import { compiler } from '../sql/compile.ts';
import type { Row, SqlDriver, Statement, Transaction } from '../sql/driver.ts';
import { asOneStatement, only } from '../sql/write.ts';
import { borrow, type Connection } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { RetryableError, toStoreError } from './errors.ts';
import { ignoreIdleConnectionErrors } from './idleConnectionErrors.ts';
import type { PgPool } from './pool.ts';
import { readOnce, writeOnce } from './singleStatement.ts';
import { runTransaction } from './transaction.ts';

export interface PostgresDriverOptions {
  readonly pool: PgPool;
  /** Bound for one write or read, waiting for a connection included. */
  readonly timeoutMs: number;
  /** SQL expression for the clock in milliseconds; the database's own unless a test replaces it. */
  readonly clock?: string;
}

const ATTEMPTS = 3;

/** Any number of processes; each write is one statement, a transaction by itself at READ COMMITTED with row locks. */
export function postgresDriver({ pool, timeoutMs, clock }: PostgresDriverOptions): SqlDriver {
  // Half of it: the server gives up first, and says that nothing was stored.
  const compile = compiler(postgresDialect(Math.ceil(timeoutMs / 2), clock), Date.now);
  let durability = '';
  let isPlain = false;
  let stopListening: (() => void) | null = null;

  function transaction<T>(run: () => Transaction<T>, boundMs = timeoutMs): Promise<T> {
    // READ COMMITTED whatever the database's default: `createSession` must see what it waited for. The server gives up
    // when we do: a client that stalls between two statements must not keep its locks.
    const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${boundMs}; SET LOCAL idle_in_transaction_session_timeout = ${boundMs}${durability}`;
    return withConnection(pool, boundMs, (connection) => runTransaction(connection, begin, compile, run()));
  }

  function single(statement: Statement, once: typeof readOnce | typeof writeOnce): Promise<readonly Row[]> {
    const { text, values } = compile(statement);
    return withConnection(pool, timeoutMs, (connection) => once(connection, text, values));
  }

  return {
    isMysql: false,
    async open() {
      warnOfMissingTimeout(pool);
      stopListening ??= ignoreIdleConnectionErrors(pool);
      const sql = `SELECT current_setting('synchronous_commit') AS durability,
        current_setting('default_transaction_isolation') AS isolation`;
      const [row] = await single({ sql, values: [] }, readOnce);
      // A database that trades durability for speed may do so for its other users.
      // https://www.postgresql.org/docs/current/wal-async-commit.html
      durability = row?.durability === 'off' ? '; SET LOCAL synchronous_commit = on' : '';
      isPlain = durability === '' && row?.isolation === 'read committed';
    },
    read: async (statement) => single(statement, readOnce),
    async write(write) {
      const statement = asOneStatement(write);
      return isPlain ? single(statement, writeOnce) : transaction(() => only(statement));
    },
    transaction: (run) => transaction(run),
    migrate: (run, boundMs) =>
      transaction(function* () {
        yield { sql: 'SELECT pg_advisory_xact_lock(4700117)', values: [] };
        yield* run();
      }, boundMs),
    async close() {
      stopListening?.();
      stopListening = null;
    },
  };
}

/** Borrows a connection for `work`; again with a fresh one after a `RetryableError`. */
async function withConnection<T>(
  pool: PgPool,
  boundMs: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const deadline = deadlineIn(boundMs, 'PostgreSQL');
  try {
    for (let attempt = 1; ; attempt++) {
      const connection = await borrow(pool, deadline).catch((error: unknown) => {
        throw toStoreError(error, false);
      });
      try {
        return await work(connection);
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
        if (attempt === ATTEMPTS) throw error.cause;
      } finally {
        connection.release();
      }
    }
  } finally {
    deadline.end();
  }
}

function warnOfMissingTimeout({ options }: PgPool): void {
  if (options === undefined || options.connectionTimeoutMillis) return;
  process.emitWarning(
    'The pg pool has no connectionTimeoutMillis: a connection attempt that hangs keeps its place in the pool for good. Set it to 5000.',
    { code: 'HPP_POOL_WITHOUT_TIMEOUT' },
  );
}
