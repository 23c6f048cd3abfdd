import type { NewEvent } from '../contract.ts';
import { StoreError } from '../storeError.ts';
import { run, type Step } from './driver.ts';

/** Appends events whose last sequence number is already taken from the session's row. */
export function* insertEvents(id: string, lastSequence: number, events: readonly NewEvent[]): Step<void> {
  if (events.length === 0) return;
  const first = lastSequence - events.length + 1;
  yield* run(
    `INSERT INTO hpp_events (session_id, sequence, at, type, data) VALUES ${events
      .map(() => '(?, ?, {now}, ?, ?)')
      .join(', ')}`,
    ...events.flatMap(({ type, data }, index) => [id, first + index, type, JSON.stringify(data)]),
  );
}

/** The first events of new sessions. */
export function* insertFirstEvents(
  logs: readonly { readonly id: string; readonly events: readonly NewEvent[] }[],
): Step<void> {
  const lines = logs.flatMap(({ id, events }) =>
    events.map(({ type, data }, index) => [id, index + 1, type, JSON.stringify(data)]),
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
export function* addEvents(id: string, events: readonly NewEvent[]): Step<void> {
  const [row] = yield* run(
    'UPDATE hpp_sessions SET last_sequence = last_sequence + ? WHERE id = ? RETURNING last_sequence',
    events.length,
    id,
  );
  if (row === undefined) {
    throw new StoreError('invalid_change', `There is no session ${id} to add events to.`);
  }
  yield* insertEvents(id, Number(row.last_sequence), events);
}
