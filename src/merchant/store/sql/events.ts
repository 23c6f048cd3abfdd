import type { NewEvent, StoredEvent } from '../contract.ts';
import { StoreError } from '../storeError.ts';
import type { SqlDriver, Statement } from './driver.ts';
import { eventOf } from './rows.ts';

/** SQLite joins 500 queries by UNION at most: https://www.sqlite.org/limits.html#max_compound_select */
const MOST_AT_ONCE = 400;

/**
 * Appends to the history of the session that was decided: a row with `id` and `last_sequence`, locked, so that two writers
 * never take the same sequence number. The writer raises `last_sequence` by the number of events.
 */
export function appendEvents(events: readonly NewEvent[]): Statement[] {
  const statements: Statement[] = [];
  for (let start = 0; start < events.length; start += MOST_AT_ONCE) {
    const some = events.slice(start, start + MOST_AT_ONCE);
    const rows = some.map(
      (_, index) =>
        `SELECT decided.id, decided.last_sequence + ${start + index + 1}, {now}, ?, ? FROM decided`,
    );
    statements.push({
      sql: `INSERT INTO hpp_events (session_id, sequence, at, type, data) ${rows.join(' UNION ALL ')}`,
      values: some.flatMap(({ type, data }) => [type, JSON.stringify(data)]),
    });
  }
  return statements;
}

/** Raises the last sequence number of the session that was decided. */
export function raiseSequence(by: number): Statement {
  return {
    sql: 'UPDATE hpp_sessions SET last_sequence = last_sequence + ? WHERE id IN (SELECT id FROM decided)',
    values: [by],
  };
}

export async function addEvents(
  driver: SqlDriver,
  sessionId: string,
  events: readonly NewEvent[],
): Promise<void> {
  const found = await driver.write({
    decide: {
      sql: 'SELECT id, last_sequence {into id, last_sequence} FROM hpp_sessions WHERE {bounded} AND id = ? {for update}',
      values: [sessionId],
    },
    writes: [raiseSequence(events.length), ...appendEvents(events)],
  });
  if (found.length === 0) {
    throw new StoreError('invalid_change', `There is no session ${sessionId} to add events to.`);
  }
}

export async function listEvents(driver: SqlDriver, sessionId: string): Promise<readonly StoredEvent[]> {
  const rows = await driver.read({
    sql: 'SELECT * FROM hpp_events WHERE session_id = ? ORDER BY sequence',
    values: [sessionId],
  });
  return rows.map(eventOf);
}
