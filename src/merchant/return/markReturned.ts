import { newEvent } from '../observe/events.ts';
import type { RecordContext } from '../record/recordContext.ts';
import { nextPollAt } from '../settle/schedule.ts';
import type { SessionRecord, StoredStatus, Versioned } from '../store/contract.ts';
import { LIVE_STATUSES } from '../store/statuses.ts';

const MOST_RETRIES = 10;
const LIVE: ReadonlySet<StoredStatus> = new Set(LIVE_STATUSES);

/**
 * Notes the first time that somebody comes to the return page, from when on the gateway is polled more often, and the first
 * time that the hosted page sent the customer, from when on the page is not handed out again.
 */
export async function markReturned(
  { store, clock, emit }: Pick<RecordContext, 'store' | 'clock' | 'emit'>,
  stored: Versioned<SessionRecord>,
  isSent: boolean,
): Promise<SessionRecord> {
  let current: Versioned<SessionRecord> | null = stored;
  for (let round = 0; round < MOST_RETRIES && current !== null; round++) {
    const session: SessionRecord = current.value;
    const isNews = session.returnedAt === null || (isSent && session.sentBackAt === null);
    if (!isNews || !LIVE.has(session.status)) return session;
    const now = await clock();
    const next = {
      ...session,
      returnedAt: session.returnedAt ?? now,
      sentBackAt: session.sentBackAt ?? (isSent ? now : null),
    };
    const events = [newEvent('returned', { byPage: isSent })];
    const dueAt = nextPollAt(next, now);
    const result = await store.change({
      id: session.id,
      version: current.version,
      next,
      events,
      dueAt,
    });
    if (result === 'done') {
      emit(events, next);
      return next;
    }
    current = await store.getSession(session.id);
  }
  return current?.value ?? stored.value;
}
