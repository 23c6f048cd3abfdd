import { setTimeout as sleep } from 'node:timers/promises';
import { type Deadline, deadlineIn } from '../deadline.ts';
import { RetryableError } from '../retryableError.ts';
import { compiler } from '../sql/compile.ts';
import type { MysqlTransactions, SqlDriver } from '../sql/driver.ts';
import { borrow, type Connection } from './connection.ts';
import { mysqlDialect } from './dialect.ts';
import { toStoreError } from './errors.ts';
import { ignoreConnectionErrors } from './ignoreConnectionErrors.ts';
import type { MysqlPool } from './pool.ts';
import { FACTS, type Server, serverOf, sessionSettings, tableOptions } from './server.ts';
import { readOnce, runAll, runMigration, runWrite } from './transaction.ts';

export interface MysqlDriverOptions {
  readonly pool: MysqlPool;
  /** Bound for one write or read, waiting for a connection included. */
  readonly timeoutMs: number;
  /** SQL expression for the clock in milliseconds; the database's own unless a test replaces it. */
  readonly clock?: string;
}

/** Transactions that meet may end in a deadlock several times in a row; the deadline ends it too. */
const ATTEMPTS = 10;

/** Any number of processes; each write is one transaction at READ COMMITTED with row locks. */
export function mysqlDriver({ pool, timeoutMs, clock }: MysqlDriverOptions): SqlDriver {
  const compile = compiler(mysqlDialect(clock), Date.now);
  let server: Server | null = null;
  let settled = new WeakSet<object>();
  let stopListening: (() => void) | null = null;
  // Such a pool gives a connection back as if it were new.
  const { resetOnRelease = false } =
    (pool as { pool?: { config?: { resetOnRelease?: boolean } } }).pool?.config ?? {};

  /** Our settings, once in a connection's life. */
  async function settle(connection: Connection): Promise<void> {
    if (server === null || (settled.has(connection.identity) && !resetOnRelease)) return;
    // Half of it: the server gives up first, and says that nothing was stored.
    const boundMs = Math.ceil(timeoutMs / 2);
    for (const text of sessionSettings(server, boundMs)) await connection.query('setting up', text);
    settled.add(connection.identity);
  }

  /** Borrows a connection for `work`; again, perhaps another one, after a `RetryableError`. */
  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const deadline = deadlineIn(timeoutMs, 'MySQL');
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(deadline, async (connection) => {
            await settle(connection).catch((error: unknown) => {
              const wrapped = toStoreError(error, false);
              throw connection.broken && wrapped !== error ? new RetryableError(wrapped) : wrapped;
            });
            return work(connection);
          });
        } catch (error) {
          if (!(error instanceof RetryableError)) throw error;
          if (attempt === ATTEMPTS) throw error.cause;
          // So that those who met do not meet again.
          await sleep(Math.random() * 2 ** Math.min(attempt, 6));
        }
      }
    } finally {
      deadline.end();
    }
  }

  async function once<T>(deadline: Deadline, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await borrow(pool, deadline).catch((error: unknown) => {
      throw toStoreError(error, false);
    });
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }

  const mysql: MysqlTransactions = {
    all: (statements) => withConnection((connection) => runAll(connection, compile, statements)),
  };

  return {
    mysql,
    async open() {
      stopListening ??= ignoreConnectionErrors(pool);
      server = null;
      settled = new WeakSet();
      const [facts = {}] = await withConnection((connection) =>
        readOnce(connection, compile, { sql: FACTS, values: [] }),
      );
      server = serverOf(facts);
      if (!server.isDurable) warnOfLostCommits();
    },
    read: (statement) => withConnection((connection) => readOnce(connection, compile, statement)),
    async write(write) {
      return withConnection((connection) => runWrite(connection, compile, write));
    },
    async migrate(run, boundMs) {
      const known = server;
      if (known === null) throw new Error('migrate: the driver is not open.');
      const deadline = deadlineIn(boundMs, 'MySQL');
      try {
        const connection = await borrow(pool, deadline);
        try {
          for (const text of sessionSettings(known, boundMs)) await connection.query('setting up', text);
          const options = { seconds: Math.ceil(boundMs / 1_000), tableOptions: tableOptions(known) };
          await runMigration(connection, compile, options, run());
        } finally {
          // With it go the lock and the longer bounds.
          connection.release(true);
        }
      } catch (error) {
        throw toStoreError(error, false);
      } finally {
        deadline.end();
      }
    },
    async close() {
      stopListening?.();
      stopListening = null;
    },
  };
}

function warnOfLostCommits(): void {
  process.emitWarning(
    'The MySQL server runs with innodb_flush_log_at_trx_commit other than 1: a crash of its machine can lose payments that were acknowledged. Set it to 1.',
    { code: 'HPP_MYSQL_NOT_DURABLE' },
  );
}
