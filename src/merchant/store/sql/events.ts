import type { NewEvent } from '../contract.ts';
import { StoreError } from '../storeError.ts';
import { run, type Transaction } from './driver.ts';

/** What a session's log gets; the last sequence number is already taken from the session's row. */
export interface LogAddition {
  readonly id: string;
  readonly lastSequence: number;
  readonly events: readonly NewEvent[];
}

/** Appends to the logs of any number of sessions. */
export function* insertEvents(logs: readonly LogAddition[]): Transaction<void> {
  const lines = logs.flatMap(({ id, lastSequence, events }) =>
    events.map(({ type, data }, index) => [
      id,
      lastSequence - events.length + 1 + index,
      type,
      JSON.stringify(data),
    ]),
  );
  if (lines.length === 0) return;
  yield* run(
    `INSERT INTO hpp_events (session_id, sequence, at, type, data) VALUES ${lines
      .map(() => '(?, ?, {now}, ?, ?)')
      .join(', ')}`,
    ...lines.flat(),
  );
}

/** Locks the session's row, so that two writers never take the same sequence number. */
export function* addEvents(id: string, events: readonly NewEvent[]): Transaction<void> {
  const [row] = yield* run(
    'UPDATE hpp_sessions SET last_sequence = last_sequence + ? WHERE id = ? RETURNING last_sequence',
    events.length,
    id,
  );
  if (row === undefined) {
    throw new StoreError('invalid_change', `There is no session ${id} to add events to.`);
  }
  yield* insertEvents([{ id, lastSequence: Number(row.last_sequence), events }]);
}
