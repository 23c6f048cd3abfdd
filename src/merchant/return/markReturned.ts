import { newEvent } from '../events.ts';
import type { Parts } from '../parts.ts';
import { nextLook } from '../settle/schedule.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';

const MOST_RETRIES = 10;

/** Notes the first time the customer comes back; from then on the answer is looked for more often, and the page is not handed out again. */
export async function markReturned(parts: Parts, stored: Versioned<SessionRecord>): Promise<SessionRecord> {
  let current: Versioned<SessionRecord> | null = stored;
  for (let round = 0; round < MOST_RETRIES && current !== null; round++) {
    const session: SessionRecord = current.value;
    if (session.returnedAt !== null || (session.status !== 'open' && session.status !== 'creating'))
      return session;
    const now = await parts.clock();
    const next = { ...session, returnedAt: now };
    const events = [newEvent('returned')];
    const dueAt = nextLook(next, now);
    const result = await parts.store.change({
      id: session.id,
      version: current.version,
      next,
      events,
      dueAt,
    });
    if (result === 'done') {
      parts.emit(events, next);
      return next;
    }
    current = await parts.store.getSession(session.id);
  }
  return current?.value ?? stored.value;
}
