import { deadlineIn } from '../deadline.ts';
import { RetryableError } from '../retryableError.ts';
import { type Compiled, compiler } from '../sql/compile.ts';
import type { SqlDriver, Transaction } from '../sql/driver.ts';
import { asOneStatement, only } from '../sql/write.ts';
import { StoreError } from '../storeError.ts';
import { borrow, type Connection } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { ignoreIdleConnectionErrors } from './idleConnectionErrors.ts';
import type { PgPool } from './pool.ts';
import { readOnce, writeOnce } from './singleStatement.ts';
import { statementNames } from './statementNames.ts';
import { runTransaction } from './transaction.ts';
import { watchConnections } from './watchConnections.ts';

export interface PostgresDriverOptions {
  readonly pool: PgPool;
  /** Bound for one write or read, waiting for a connection included. */
  readonly timeoutMs: number;
  /** SQL expression for the clock in milliseconds; the database's own unless a test replaces it. */
  readonly clock?: string;
}

const ATTEMPTS = 3;
/** Of several hosts one is the primary: a new connection may lead to another one a few times in a row. */
const CONNECTIONS = 8;
/** What a server is, asked once of every new connection: after a failover it is another server. */
const LOOK: Compiled = {
  text: `SELECT pg_is_in_recovery() AS is_standby, current_setting('synchronous_commit') AS durability,
    current_setting('default_transaction_isolation') AS isolation`,
  values: [],
  varies: true,
};

/** Any number of processes; each write is one statement, a transaction by itself at READ COMMITTED with row locks. */
export function postgresDriver({ pool, timeoutMs, clock }: PostgresDriverOptions): SqlDriver {
  // Half of it: the server gives up first, and says that nothing was stored.
  const compile = compiler(postgresDialect(Math.ceil(timeoutMs / 2), clock), Date.now);
  let durability = '';
  let isPlain = false;
  let stopListening: (() => void) | null = null;
  const watch = watchConnections(pool);
  const names = statementNames();

  // READ COMMITTED whatever the database's default: `createSession` must see what it waited for. The server gives up
  // when we do: a client that stalls between two statements must not keep its locks.
  const begin = (boundMs: number): string =>
    `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${boundMs}; SET LOCAL idle_in_transaction_session_timeout = ${boundMs}${durability}`;

  async function look(connection: Connection): Promise<void> {
    const [row] = await readOnce(connection, names, LOOK);
    if (row?.is_standby === true) {
      connection.discard();
      throw new RetryableError(new StoreError('store_unavailable', IS_STANDBY));
    }
    // A database that trades durability for speed may do so for its other users.
    // https://www.postgresql.org/docs/current/wal-async-commit.html
    durability = row?.durability === 'off' ? '; SET LOCAL synchronous_commit = on' : '';
    isPlain = durability === '' && row?.isolation === 'read committed';
  }

  /** Borrows a connection for `work`; again with a fresh one after a `RetryableError`. */
  async function connected<T>(work: (connection: Connection) => Promise<T>, boundMs = timeoutMs): Promise<T> {
    const deadline = deadlineIn(boundMs, 'PostgreSQL');
    let attempts = 0;
    try {
      for (let connections = 1; ; connections++) {
        let connection: Connection | null = null;
        try {
          connection = await borrow(pool, deadline, watch);
          if (connection.isNew) await look(connection);
          attempts++;
          return await work(connection);
        } catch (error) {
          if (!(error instanceof RetryableError)) throw error;
          if (attempts === ATTEMPTS || connections === CONNECTIONS) throw error.cause;
        } finally {
          connection?.release();
        }
      }
    } finally {
      deadline.end();
    }
  }

  return {
    mysql: null,
    async open() {
      warnOfMissingTimeout(pool);
      stopListening ??= ignoreIdleConnectionErrors(pool);
      await connected(async (connection) => {
        if (!connection.isNew) await look(connection);
      });
    },
    async read(statement) {
      const compiled = compile(statement);
      return connected((connection) => readOnce(connection, names, compiled));
    },
    async write(write) {
      const statement = asOneStatement(write);
      const compiled = compile(statement);
      return connected((connection) =>
        isPlain
          ? writeOnce(connection, names, compiled)
          : runTransaction(connection, begin(timeoutMs), compile, only(statement)),
      );
    },
    migrate: (run, boundMs) =>
      connected(
        (connection) => runTransaction(connection, begin(boundMs), compile, oneAtATime(run())),
        boundMs,
      ),
    async close() {
      stopListening?.();
      stopListening = null;
      watch.stop();
    },
  };
}

function* oneAtATime(migration: Transaction<void>): Transaction<void> {
  yield { sql: 'SELECT pg_advisory_xact_lock(4700117)', values: [] };
  yield* migration;
}

const IS_STANDBY =
  'PostgreSQL: this server is a standby, which is read-only. Connect to the primary: by the name that follows it, a proxy, or several hosts. ' +
  'Nothing of this write was stored.';

function warnOfMissingTimeout({ options }: PgPool): void {
  if (options === undefined || options.connectionTimeoutMillis) return;
  process.emitWarning(
    'The pg pool has no connectionTimeoutMillis: a connection attempt that hangs keeps its place in the pool for good. Set it to 5000.',
    { code: 'HPP_POOL_WITHOUT_TIMEOUT' },
  );
}
