import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicClock } from '../monotonicClock.ts';
import { compiler } from '../sql/compile.ts';
import {
  Rollback,
  type Row,
  type SqlDriver,
  type Statement,
  singleStatement,
  type Transaction,
} from '../sql/driver.ts';
import { StoreError } from '../storeError.ts';
import type { SqliteDatabase, SqliteStatement } from './handle.ts';
import { CLOCK_TABLE, persistedClock } from './persistedClock.ts';

export interface SqliteDriverOptions {
  /** Opens the database, or gives the one that the merchant opened. */
  readonly open: () => SqliteDatabase;
  /** Whether `close` closes it. */
  readonly owned: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long a write waits for another process that is writing. */
  readonly timeoutMs: number;
}

interface Job {
  readonly step: () => Transaction<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly deadline: number;
}

/** Writes that share one commit: the disk is waited for once for all of them. Keeps one turn of the event loop short. */
const BATCH = 128;

/**
 * One connection. Transactions of this process run one after another, each whole within one turn of the event loop;
 * those that wait together share one `BEGIN IMMEDIATE … COMMIT`, each in its own savepoint, and are answered after the commit.
 */
export function sqliteDriver({ open, owned, now, timeoutMs }: SqliteDriverOptions): SqlDriver {
  const clock = monotonicClock(now);
  const compile = compiler({ placeholder: () => '?', now: null, forUpdate: '', skipLocked: '' }, clock.now);
  const prepared = new Map<string, SqliteStatement>();
  let database: SqliteDatabase | null = null;
  let closed = false;
  let queue: Job[] = [];
  let pumping: Promise<void> | null = null;

  const handle = (): SqliteDatabase => {
    if (database === null || closed) throw new StoreError('config_invalid', 'The store is closed.');
    return database;
  };

  const execute = (statement: Statement): readonly Row[] => {
    const { text, values } = compile(statement);
    let query = prepared.get(text);
    if (query === undefined) {
      query = handle().prepare(text);
      prepared.set(text, query);
    }
    if (query.reader === false) {
      query.run(...values);
      return [];
    }
    return query.all(...values) as readonly Row[];
  };

  const mark = persistedClock(clock, execute);

  const drive = (step: Transaction<unknown>): unknown => {
    let next = step.next([]);
    while (!next.done) next = step.next(execute(next.value));
    return next.value;
  };

  /** Runs the jobs in one commit. Throws only when none of them was written. */
  const commit = (jobs: readonly Job[]): void => {
    const connection = handle();
    connection.exec('BEGIN IMMEDIATE');
    try {
      mark.read();
      const answers = jobs.map(({ step, resolve, reject }) => {
        connection.exec('SAVEPOINT job');
        try {
          const value = drive(step());
          connection.exec('RELEASE job');
          return () => resolve(value as never);
        } catch (error) {
          undo(connection, error);
          return error instanceof Rollback ? () => resolve(error.result as never) : () => reject(wrap(error));
        }
      });
      mark.write();
      connection.exec('COMMIT');
      for (const answer of answers) answer();
    } catch (error) {
      rollback(connection);
      throw error;
    }
  };

  const pump = async (): Promise<void> => {
    while (queue.length > 0) {
      // One turn of the event loop gathers what arrived together.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const jobs = queue.slice(0, BATCH);
      queue = queue.slice(BATCH);
      try {
        commit(jobs);
      } catch (error) {
        const waiting =
          kindOf(error) === BUSY ? jobs.filter(({ deadline }) => performance.now() < deadline) : [];
        for (const job of jobs) if (!waiting.includes(job)) job.reject(wrap(error));
        if (waiting.length > 0) {
          queue = [...waiting, ...queue];
          // Another process writes. Asleep rather than blocked, so that this one goes on answering.
          await sleep(2 + Math.random() * 8);
        }
      }
    }
    pumping = null;
  };

  function transaction<T>(step: () => Transaction<T>, boundMs = timeoutMs): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ step, resolve, reject, deadline: performance.now() + boundMs });
      pumping ??= pump();
    });
  }

  return {
    isRemote: false,
    migrationLock: null,
    async open() {
      if (closed) throw new StoreError('config_invalid', 'The store is closed.');
      database ??= open();
      await retryWhileBusy(() => prepare(handle()), timeoutMs);
    },
    async read(statement) {
      // Between batches no transaction is open, so this sees committed rows only.
      return await retryWhileBusy(() => execute(statement), timeoutMs);
    },
    write: (statement) => transaction(() => singleStatement(statement)),
    transaction,
    async close() {
      await pumping;
      if (closed) return;
      closed = true;
      prepared.clear();
      if (owned) database?.close();
    },
  };
}

/** FULL: a commit is on the disk before it is answered. A short lock wait here, the long one without blocking in `pump`. */
function prepare(database: SqliteDatabase): void {
  for (const pragma of [
    'busy_timeout = 20',
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
  ]) {
    database.prepare(`PRAGMA ${pragma}`).all();
  }
  database.exec(CLOCK_TABLE);
}

/**
 * Takes one job out of the batch. A full disk makes SQLite drop the whole batch itself: then `reason` is everybody's.
 * https://www.sqlite.org/c3ref/get_autocommit.html
 */
function undo(database: SqliteDatabase, reason: unknown): void {
  try {
    database.exec('ROLLBACK TO job');
    database.exec('RELEASE job');
  } catch {
    throw reason;
  }
}

function rollback(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // The engine has rolled back by itself, or BEGIN never succeeded.
  }
}

async function retryWhileBusy<T>(work: () => T, timeoutMs: number): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (kindOf(error) !== BUSY || performance.now() >= deadline) throw wrap(error);
      await sleep(2 + Math.random() * 8);
    }
  }
}

const BUSY = 5;
const CONSTRAINT = 19;

function wrap(error: unknown): unknown {
  const kind = kindOf(error);
  if (kind === null) return error;
  const { message } = error as Error;
  return kind === CONSTRAINT
    ? new StoreError('invalid_change', `The database refuses this step: ${message}.`, error)
    : new StoreError(
        'store_unavailable',
        `The SQLite file could not be read or written: ${message}. Nothing of this step was stored.`,
        error,
      );
}

/** SQLite's primary result code, from the three engines' ways of telling it; `null` for another kind of error. */
function kindOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') return errcode & 0xff;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return null;
  if (code.startsWith('SQLITE_BUSY')) return BUSY;
  return code.startsWith('SQLITE_CONSTRAINT') ? CONSTRAINT : 1;
}
