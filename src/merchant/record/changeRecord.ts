import type { NewEvent, SessionRecord } from '../store/contract.ts';
import type { RecordContext } from './recordContext.ts';

const MOST_ROUNDS = 50;

/** How a record changes, and the events that are stored with the change. */
export interface RecordChange {
  patch: Partial<SessionRecord>;
  events?: readonly NewEvent[];
}

/**
 * Changes a session's record by compare-and-set, again and again until nobody was faster.
 *
 * @param change is given the record as it is; `null` leaves it so.
 * @returns the changed record; `null` when it was left, or is gone.
 */
export async function changeRecord(
  { store, emit }: Pick<RecordContext, 'store' | 'emit'>,
  sessionId: string,
  change: (record: SessionRecord) => RecordChange | null | Promise<RecordChange | null>,
): Promise<SessionRecord | null> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const current = await store.getSession(sessionId);
    const wanted = current === null ? null : await change(current.value);
    if (current === null || wanted === null) return null;
    const next: SessionRecord = { ...current.value, ...wanted.patch };
    const events = wanted.events ?? [];
    const result = await store.change({ id: sessionId, version: current.version, next, events });
    if (result === 'done') {
      emit(events, next);
      return next;
    }
  }
  throw new Error(`Session ${sessionId} changed ${MOST_ROUNDS} times while it was being written.`);
}
