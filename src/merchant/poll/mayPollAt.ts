import type { SessionRecord } from '../store/contract.ts';

/** Somebody waits for the answer once the customer is back, and it is near. */
const FASTER_AFTER_RETURN = 4;

/** The least time between two polls of the gateway for one session. */
export function pollIntervalOf(session: Pick<SessionRecord, 'returnedAt'>, pollIntervalMs: number): number {
  return session.returnedAt === null ? pollIntervalMs : pollIntervalMs / FASTER_AFTER_RETURN;
}

/**
 * When the gateway may be polled about a session again, over all processes and whoever asks for it (T48): the one rule for
 * how often. A session that was never polled may be polled at once.
 */
export function mayPollAt(
  session: Pick<SessionRecord, 'checkedAt' | 'createdAt' | 'returnedAt'>,
  pollIntervalMs: number,
): number {
  const { checkedAt, createdAt } = session;
  return checkedAt === null ? createdAt : checkedAt + pollIntervalOf(session, pollIntervalMs);
}
