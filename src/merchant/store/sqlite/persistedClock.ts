import type { MonotonicClock } from '../monotonicClock.ts';
import type { Row, Statement } from '../sql/driver.ts';

/** How far the saved time may lag behind the clock: writing it costs something. */
const EVERY_MS = 1_000;

/**
 * The latest time of the store's clock, in the file: so that all its processes agree on the time, and one that is started
 * after the machine's clock was set back goes on from where the last one was (T76).
 */
export interface PersistedClock {
  /** Inside a transaction, at its start. */
  read(): void;
  /** Inside a transaction, before its commit. */
  write(): void;
}

/** Beside the migrated tables, since the other engines' clock is the server's. */
export const CLOCK_TABLE =
  'CREATE TABLE IF NOT EXISTS hpp_clock (id INTEGER PRIMARY KEY CHECK (id = 1), at BIGINT NOT NULL)';

export function persistedClock(
  clock: MonotonicClock,
  execute: (statement: Statement) => readonly Row[],
): PersistedClock {
  let saved = Number.NEGATIVE_INFINITY;
  return {
    read() {
      const [row] = execute({ sql: 'SELECT at FROM hpp_clock', values: [] });
      saved = row === undefined ? Number.NEGATIVE_INFINITY : Number(row.at);
      clock.advanceTo(saved);
    },
    write() {
      const now = clock.now();
      if (now - saved < EVERY_MS) return;
      const sql =
        'INSERT INTO hpp_clock (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at';
      execute({ sql, values: [now] });
      saved = now;
    },
  };
}
