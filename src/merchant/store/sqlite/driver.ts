import { monotonicClock } from '../monotonicClock.ts';
import { compiler } from '../sql/compile.ts';
import type { Row, SqlDriver, Statement, Transaction } from '../sql/driver.ts';
import { asTransaction } from '../sql/write.ts';
import { StoreError } from '../storeError.ts';
import { SQLITE_DIALECT } from './dialect.ts';
import { isBusy, toStoreError } from './errors.ts';
import { groupCommit, pauseWhileBusy } from './groupCommit.ts';
import type { SqliteDatabase, SqliteStatement } from './handle.ts';
import { CLOCK_TABLE, persistedClock } from './persistedClock.ts';

export interface SqliteDriverOptions {
  /** Opens the database, or gives the one that the merchant opened. */
  readonly open: () => Promise<SqliteDatabase>;
  /** Whether `close` closes it. */
  readonly owned: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long a write waits for another process that is writing. */
  readonly timeoutMs: number;
}

/** One connection; each transaction is whole within one turn of the event loop. */
export function sqliteDriver({ open, owned, now, timeoutMs }: SqliteDriverOptions): SqlDriver {
  const clock = monotonicClock(now);
  const compile = compiler(SQLITE_DIALECT, clock.now);
  const prepared = new Map<string, SqliteStatement>();
  let opening: Promise<SqliteDatabase> | null = null;
  let opened: SqliteDatabase | null = null;
  let closed = false;

  const database = (): SqliteDatabase => {
    if (opened === null || closed) throw new StoreError('config_invalid', 'The store is closed.');
    return opened;
  };

  const execute = (statement: Statement): readonly Row[] => {
    const { text, values } = compile(statement);
    let query = prepared.get(text);
    if (query === undefined) {
      query = database().prepare(text);
      prepared.set(text, query);
    }
    if (query.reader === false) {
      query.run(...values);
      return [];
    }
    return query.all(...values) as readonly Row[];
  };

  const executeAll = (transaction: Transaction<unknown>): unknown => {
    let next = transaction.next([]);
    while (!next.done) next = transaction.next(execute(next.value));
    return next.value;
  };

  const savedClock = persistedClock(clock, execute);
  const commits = groupCommit({
    database,
    execute: executeAll,
    begun: savedClock.read,
    committing: savedClock.write,
  });
  return {
    mysql: null,
    async open() {
      if (closed) throw new StoreError('config_invalid', 'The store is closed.');
      opening ??= open();
      opened = await opening.catch((error: unknown) => {
        opening = null;
        throw error;
      });
      await retryWhileBusy(() => prepare(database()), timeoutMs);
    },
    // Between commits no transaction is open, so this sees committed rows only.
    read: (statement) => retryWhileBusy(() => execute(statement), timeoutMs),
    write: (write) => commits.add(() => asTransaction(write), timeoutMs),
    // One transaction writes at a time, so no lock is needed.
    migrate: (run, boundMs) => commits.add(run, boundMs),
    async close() {
      await commits.idle();
      if (closed) return;
      closed = true;
      prepared.clear();
      if (owned) (await opening?.catch(() => null))?.close();
    },
  };
}

/** FULL: a commit is on the disk before it is answered. A short lock wait here, the long one without blocking in `groupCommit`. */
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

async function retryWhileBusy<T>(work: () => T, timeoutMs: number): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw toStoreError(error);
      await pauseWhileBusy();
    }
  }
}
