import { compiler } from '../sql/compile.ts';
import type { SqlDriver, Step } from '../sql/driver.ts';
import { isStoreError } from '../storeError.ts';
import { borrow } from './connection.ts';
import { deadlineIn } from './deadline.ts';
import { toStoreError } from './errors.ts';
import { endureFarewells } from './farewells.ts';
import type { PgPool } from './pool.ts';
import { Again, transact } from './transaction.ts';

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
  let stopEnduring: (() => void) | null = null;

  async function run<T>(step: () => Step<T>, boundMs: number): Promise<T> {
    const deadline = deadlineIn(boundMs);
    // READ COMMITTED whatever the database's default: `createSession` must see what it waited for. The server gives up
    // when we do: a client that stalls must not keep its locks.
    const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${boundMs}; SET LOCAL idle_in_transaction_session_timeout = ${boundMs}${durability}`;
    for (let attempt = 1; ; attempt++) {
      const connection = await borrow(pool, deadline).catch((error: unknown) => {
        throw toStoreError(error, false);
      });
      try {
        return await transact(connection, begin, compile, step());
      } catch (error) {
        if (!(error instanceof Again)) throw error;
        if (attempt === ATTEMPTS) throw error.cause;
      } finally {
        connection.release();
      }
    }
  }

  async function read(text: string, values: readonly unknown[]) {
    const deadline = deadlineIn(timeoutMs);
    for (let attempt = 1; ; attempt++) {
      const connection = await borrow(pool, deadline);
      try {
        return await connection.ask('reading', text, values);
      } catch (error) {
        // The pool may hand out a connection whose server is gone; the next one is fresh.
        if (!connection.broken || isStoreError(error) || attempt === ATTEMPTS) throw error;
      } finally {
        connection.release();
      }
    }
  }

  return {
    migrationLock: 'SELECT pg_advisory_xact_lock(4700117)',
    async open() {
      if (pool.options !== undefined && !pool.options.connectionTimeoutMillis) {
        process.emitWarning(
          'The pg pool has no connectionTimeoutMillis: a connection attempt that hangs keeps its place in the pool for good. Set it to 5000.',
          { code: 'HPP_POOL_WITHOUT_TIMEOUT' },
        );
      }
      stopEnduring ??= endureFarewells(pool);
      const [row] = await this.read({
        sql: "SELECT current_setting('synchronous_commit') AS level",
        values: [],
      });
      // A database that trades durability for speed may do so for its other users.
      durability = row?.level === 'off' ? '; SET LOCAL synchronous_commit = on' : '';
    },
    async read(statement) {
      const { text, values } = compile(statement);
      try {
        return await read(text, values);
      } catch (error) {
        throw toStoreError(error, false);
      }
    },
    transaction: (step, boundMs = timeoutMs) => run(step, boundMs),
    async close() {
      stopEnduring?.();
      stopEnduring = null;
    },
  };
}
