import { ProblemError } from '../http/problem.ts';
import { newEvent } from '../observe/events.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { SessionRecord } from '../store/contract.ts';
import type { ReadNotification } from './readNotification.ts';

/**
 * Answers 400 to a body that is no notification. An anonymous one leaves no trace. What the gateway signed, or what came to a
 * session's own secret, may hold an outcome that we could not read: it is an alert, which is logged too, and the session
 * is due to be polled.
 * @throws ProblemError always
 */
export async function refuseUnreadable(
  { emit, store, clock }: Pick<RecordContext, 'emit' | 'store' | 'clock'>,
  { reason, signed }: ReadNotification & { kind: 'unreadable' },
  session: SessionRecord | null,
): Promise<never> {
  if (signed || session !== null) {
    emit([newEvent('notification_unreadable', { reason, signed })], session);
  }
  if (session !== null) await store.bringForward(session.id, await clock());
  throw new ProblemError('invalid_request', { detail: reason });
}
