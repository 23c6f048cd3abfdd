import type { NewEvent, SessionRecord, StoredEvent } from '../store/contract.ts';
import type { ModeStore } from '../store/modeStore.ts';
import { changeRecord } from './changeRecord.ts';
import type { RecordContext } from './recordContext.ts';

/** Whether a stored event says what a new one would say. */
type IsSame = (stored: StoredEvent, event: NewEvent) => boolean;

/** The events that the log does not hold yet: a replayed notification must not fill it (T25). */
export async function withoutKnownEvents(
  store: Pick<ModeStore, 'listEvents'>,
  sessionId: string,
  events: readonly NewEvent[],
  isSame: IsSame = isEqual,
): Promise<NewEvent[]> {
  if (events.length === 0) return [];
  const known = await store.listEvents(sessionId);
  return events.filter((event) => !known.some((stored) => isSame(stored, event)));
}

/**
 * Stores and reports those of the events that the log does not hold yet. By compare-and-set on the session's record, so that
 * two processes that come to the same event at the same moment report it once.
 */
export async function addNewEvents(
  records: Pick<RecordContext, 'store' | 'emit'>,
  { id }: SessionRecord,
  events: readonly NewEvent[],
  isSame?: IsSame,
): Promise<void> {
  await changeRecord(records, id, async () => {
    const added = await withoutKnownEvents(records.store, id, events, isSame);
    return added.length === 0 ? null : { patch: {}, events: added };
  });
}

/** For alerts that are raised once a session, whatever they say. */
export const isSameType: IsSame = (stored, event) => stored.type === event.type;

function isEqual(stored: StoredEvent, event: NewEvent): boolean {
  return stored.type === event.type && JSON.stringify(stored.data) === JSON.stringify(event.data);
}
