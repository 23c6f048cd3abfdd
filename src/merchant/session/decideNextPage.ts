import { endsPage, type GatewayState } from '../poll/gatewayState.ts';
import {
  EXPIRY_SLACK_MS,
  mayBePaidAfterDecline,
  untilSurelyExpired,
  validForMs,
} from '../record/pageLife.ts';
import type { SessionRecord } from '../store/contract.ts';

/** What an order asks for now; a session of another amount cannot be handed out for it. */
export interface WantedOrder {
  amount: string;
  currency: string;
  transactionType: 'PURC' | 'AUTH';
  test: boolean;
}

export type PageDecision =
  /** Nothing in the way: make a new session. */
  | { kind: 'create' }
  /** Hand out the same page again. */
  | { kind: 'reuse' }
  /** Poll the gateway, settle by its answer, then decide again. */
  | { kind: 'poll' }
  /** Come back in `ms`: a concurrent request is making the session, or the address expires then. */
  | { kind: 'wait'; ms: number }
  /** The old page can no longer be paid: call it expired, then make a new session. */
  | { kind: 'replace' }
  | { kind: 'completed' }
  | { kind: 'unreachable' };

export interface PageFacts {
  /** The order's newest session. */
  session: SessionRecord;
  wanted: WantedOrder;
  /** What the gateway answered about the session just now. Absent: not polled yet. */
  gatewayState?: GatewayState;
  /** Store time. */
  now: number;
  /** The same page is handed out again only if its address is valid for as long as this. */
  reusablePageMs: number;
  /** After this long a session still `creating` has lost the request that was making it. */
  creationMs: number;
  pendingHoldMs: number;
  /** Of the profile (G23): whether a page that was declined can no longer be paid. */
  declineEndsPage: boolean;
}

/** How long a declined or expired session is polled about before an order gets a new one. */
const EARLIER_MS = 15 * 60_000;
const RETRY_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * What to do for an order that has a session already: the one place that says when a second payable page may be made.
 *
 * The rule: an order has at most one page that can be paid. A page is known to be dead only by the gateway's final answer,
 * or when its address has outlived the profile's lifetime and the gateway, polled after that, does not say it was paid.
 * Whatever the browser says of the old session ("not loaded", "renew", `previous`) is not evidence: a second tab may
 * hold the same address.
 *
 *  0. the gateway says paid, and not which sum: the notification will say, and until then no other page may be paid.
 *  1. completed: the order is paid.
 *  2. creating: a concurrent request (double click, second tab) is making it; wait. Once that request must have ended,
 *     nobody was ever given the address, so it cannot be paid: replace.
 *  3. open, same sum, customer not sent back from it, address valid for long enough: the same page again.
 *  4. any other open or pending one: poll.
 *       - no answer: nothing is known, so nothing is made;
 *       - address valid: still payable; wait for its end (a renewal before load, shortly before the expiry, ends here);
 *       - customer was sent back, gateway says pending, or a status we do not know: a voucher or a slow bank may be on its
 *         way; hold the order for a while;
 *       - else: dead, replace.
 *  5. failed: a decline is final only when the address has expired, since another card may be tried on the same page. Poll
 *     once (that payment's news may have been lost), then wait for the address's end. Where the profile says that a decline
 *     ends the page (G23), or the gateway says that the customer cancelled it: as 6.
 *  6. failed with an expired address, or expired by the gateway's answer: young, and not polled since the address expired:
 *     poll once. Then, and for all older ones: create.
 *
 * "Sent back" is more than "returned" (T61). Anybody who knows a session's id can open `/return/<id>/success`, and a browser
 * may fetch it ahead: that shortens polling, and holds nothing. A gateway says "pending" of a page that nobody has touched,
 * too. So the hold needs a sign that the page was used: the customer came by the return address that only the gateway was
 * given, with the session's proof at its end.
 */
export function decideNextPage(facts: PageFacts): PageDecision {
  const { session, gatewayState, now } = facts;
  if (gatewayState === 'unconfirmed' && session.status !== 'completed') return { kind: 'wait', ms: RETRY_MS };
  switch (session.status) {
    case 'completed':
      return { kind: 'completed' };
    case 'creating': {
      const left = session.createdAt + facts.creationMs - now;
      return left > 0 ? { kind: 'wait', ms: left } : { kind: 'replace' };
    }
    case 'open':
    case 'pending':
      if (gatewayState === undefined) return mayReuse(facts) ? { kind: 'reuse' } : { kind: 'poll' };
      return decideAfterPoll(facts, gatewayState);
    case 'failed':
    case 'expired':
      if (gatewayState === undefined && mayHaveBeenPaidSince(session, now)) return { kind: 'poll' };
      if (!endsPage(gatewayState) && mayBePaidAfterDecline(session, now, facts.declineEndsPage)) {
        return { kind: 'wait', ms: untilSurelyExpired(session, now) };
      }
      return { kind: 'create' };
    case 'unresolved':
      return { kind: 'create' };
  }
}

function mayReuse({ session, wanted, now, reusablePageMs }: PageFacts): boolean {
  return (
    session.sentBackAt === null &&
    session.redirectUrl !== null &&
    validForMs(session, now) >= reusablePageMs &&
    session.amount === wanted.amount &&
    session.currency === wanted.currency &&
    session.transactionType === wanted.transactionType &&
    session.test === wanted.test
  );
}

function decideAfterPoll(
  { session, now, pendingHoldMs }: PageFacts,
  gatewayState: GatewayState,
): PageDecision {
  if (gatewayState === 'unreachable') return { kind: 'unreachable' };
  const left = untilSurelyExpired(session, now);
  if (left > 0) return { kind: 'wait', ms: left };
  if (session.sentBackAt !== null && (gatewayState === 'pending' || gatewayState === 'unknown')) {
    const held = session.sentBackAt + pendingHoldMs - now;
    if (held > 0) return { kind: 'wait', ms: Math.max(RETRY_MS, Math.min(held, LONGEST_WAIT_MS)) };
  }
  return { kind: 'replace' };
}

function mayHaveBeenPaidSince(session: SessionRecord, now: number): boolean {
  const expiredAt = session.redirectExpiresAt;
  if (expiredAt === null || now - session.createdAt > EARLIER_MS) return false;
  return session.checkedAt === null || session.checkedAt < expiredAt + EXPIRY_SLACK_MS;
}
