import type { Parts } from '../parts.ts';
import type { NewEvent, SessionRecord, StoredEvent } from '../store/contract.ts';
import type { ModeStore } from '../store/modeStore.ts';

/** The events that the log does not hold yet: a replayed notification must not fill it (T25). */
export async function withoutKnownEvents(
  store: ModeStore,
  sessionId: string,
  events: readonly NewEvent[],
  isSame: (old: StoredEvent, event: NewEvent) => boolean = isEqual,
): Promise<NewEvent[]> {
  if (events.length === 0) return [];
  const known = await store.listEvents(sessionId);
  return events.filter((event) => !known.some((old) => isSame(old, event)));
}

/** Stores and tells those of the events that the log does not hold yet. */
export async function addNewEvents(
  { store, emit }: Pick<Parts, 'store' | 'emit'>,
  session: SessionRecord,
  events: readonly NewEvent[],
  isSame?: (old: StoredEvent, event: NewEvent) => boolean,
): Promise<void> {
  const added = await withoutKnownEvents(store, session.id, events, isSame);
  if (added.length === 0) return;
  await store.addEvents(session.id, added);
  emit(added, session);
}

/** For alerts that are raised once a session, whatever they say. */
export const isSameType = (old: StoredEvent, event: NewEvent): boolean => old.type === event.type;

function isEqual(old: StoredEvent, event: NewEvent): boolean {
  return old.type === event.type && JSON.stringify(old.data) === JSON.stringify(event.data);
}
