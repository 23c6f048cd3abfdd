import type { UnpaidReason } from '../options.ts';
import type { Evidence } from '../poll/evidence.ts';
import type { GatewayState } from '../poll/gatewayState.ts';
import { EXPIRY_SLACK_MS, PAGE_ENDED_MS } from '../record/pageLife.ts';
import type { SessionRecord, StoredEvent } from '../store/contract.ts';

/*
 * When an order has ended without a payment. Pure.
 *
 * Each session says for itself when its page could be paid for the last time (`endedAt`), and says nothing while that is not
 * known: while it is open, and while a customer who has finished on the page has a voucher or a transfer under way.
 */

/** A voucher or a transfer of which the gateway knows no end is polled about for so long. */
export const LONGEST_PENDING_MS = 90 * 86_400_000;

/** When the page could be paid for the last time, by evidence that has just ended the session; `null`: not known. */
export function endedAt(session: SessionRecord, evidence: Evidence, now: number): number | null {
  if (evidence.kind === 'expired') {
    // Another page takes its place while the gateway says "pending": a voucher may be on its way.
    if (evidence.because === 'replaced' && session.sentBackAt !== null) return null;
    if (evidence.because === 'age') return Math.min(now, session.createdAt + PAGE_ENDED_MS);
  }
  return pageEndedAt(session, now);
}

/** With the page's address, or just now where the customer had finished on the page: a voucher ends days after it. */
function pageEndedAt(session: SessionRecord, now: number): number {
  const wasUnderWay = session.status === 'pending' || session.status === 'unresolved';
  return wasUnderWay ? now : Math.min(now, addressEndedAt(session) ?? now);
}

function addressEndedAt({ redirectExpiresAt }: SessionRecord): number | null {
  return redirectExpiresAt === null ? null : redirectExpiresAt + EXPIRY_SLACK_MS;
}

/** Whether the session's status says that it has ended without a payment. */
export function hasEndedUnpaid({ status }: Pick<SessionRecord, 'status'>): boolean {
  return status === 'failed' || status === 'expired' || status === 'unresolved';
}

/** When the session's page could surely be paid for the last time; `null`: it may still be, or it is not known. */
export function sureEndOf(session: SessionRecord): number | null {
  const { endedAt: ended } = session;
  if (ended === null || !hasEndedUnpaid(session)) return null;
  // A decline leaves the page as it was (G23).
  return Math.max(ended, addressEndedAt(session) ?? ended);
}

/** When this session lets its order be called unpaid; `null`: not yet known, or nobody wants to know. */
export function releaseAt(session: SessionRecord, graceMs: number | undefined): number | null {
  const end = sureEndOf(session);
  return end === null || graceMs === undefined ? null : end + graceMs;
}

/** Whether the gateway was polled when the page had ended. Where none was made, there is nothing to be polled about. */
export function wasPolledSince(session: SessionRecord): boolean {
  const ended = addressEndedAt(session);
  return ended === null || (session.checkedAt !== null && session.checkedAt >= ended);
}

/** What the gateway's answer about an ended session says of its end: the time, or `null` where money may still come. */
export function endByPoll(session: SessionRecord, state: GatewayState, now: number): number | null {
  switch (state) {
    case 'declined':
    case 'failed':
    case 'cancelled':
    case 'expired':
    case 'lapsed':
    case 'not_found':
      return session.endedAt ?? now;
    case 'pending': {
      // Some gateways say it of a page that nobody has touched, for ever; and no voucher is valid for so long.
      const isOver = session.sentBackAt === null || now - session.createdAt >= LONGEST_PENDING_MS;
      return isOver ? (session.endedAt ?? now) : null;
    }
    // Paid, and not what we asked for; paid of a sum that it does not say; a status we do not know.
    case 'processed':
    case 'unconfirmed':
    case 'unknown':
      return null;
    case 'unreachable':
      return session.endedAt;
  }
}

/** Why a session was not paid, by its history. */
export function whyUnpaid(session: SessionRecord, events: readonly StoredEvent[]): UnpaidReason {
  const end = events.findLast(({ type }) => ENDS.has(type));
  if (end?.type === 'session_not_opened') return 'not_opened';
  if (end?.type === 'failed') {
    const { state } = end.data;
    return state === 'cancelled' || state === 'failed' ? state : 'declined';
  }
  const isSilent = end?.type === 'expired' && end.data.because !== undefined;
  return isSilent && session.sentBackAt === null ? 'abandoned' : 'expired';
}

const ENDS: ReadonlySet<string> = new Set(['session_not_opened', 'failed', 'expired', 'unresolved']);
