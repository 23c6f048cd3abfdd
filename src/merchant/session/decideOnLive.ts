import type { TransactionState } from '../../protocol/gateway/transaction.ts';
import type { SessionRecord } from '../store/contract.ts';

/** What an order asks for now; a live session of another sum cannot be handed out for it. */
export interface WantedOrder {
  amount: string;
  currency: string;
  transactionType: 'PURC' | 'AUTH';
  test: boolean;
}

/**
 * What the gateway said when asked about the session, just now; `'unconfirmed'`: paid, and not what; `'unreachable'`: it did
 * not answer.
 */
export type GatewayWord = TransactionState | 'unconfirmed' | 'not_found' | 'unreachable';

export type LiveDecision =
  /** Nothing in the way: make a new session. */
  | { kind: 'create' }
  /** Hand out the same page again. */
  | { kind: 'reuse' }
  /** Ask the gateway, settle by its answer, then decide again. */
  | { kind: 'ask' }
  /** Come back in `ms`: a twin request is making the session, or the address dies then. */
  | { kind: 'wait'; ms: number }
  /** The old page can no longer be paid: call it expired, then make a new session. */
  | { kind: 'replace' }
  | { kind: 'completed' }
  | { kind: 'unreachable' };

export interface LiveFacts {
  /** The order's newest session. */
  session: SessionRecord;
  wanted: WantedOrder;
  /** Absent: not asked yet. */
  said?: GatewayWord;
  /** Store time. */
  now: number;
  reusableForMs: number;
  /** After this long a session still `creating` has lost its maker. */
  creationMs: number;
  pendingHoldMs: number;
  /** Of the profile (G23): whether a page that was declined can no longer be paid. */
  declineEndsPage: boolean;
}

/** How long a declined or expired session is asked about before an order gets a new one. */
const EARLIER_MS = 15 * 60_000;
const ASK_AGAIN_MS = 5_000;
/** An address dies at the gateway up to this much later than by our record, which counts from when we asked for it. */
export const BIRTH_SLACK_MS = 2_000;

/**
 * What to do for an order that has a session already: the one place that says when a second payable page may be made.
 *
 * The rule: an order has at most one page that can be paid. A page is known to be dead only by the gateway's final word,
 * or when its address has outlived the profile's lifetime and the gateway, asked after that, does not say it was paid.
 * Whatever the browser says of the old session ("not loaded", "renew", `previous`) is not evidence: a second tab may
 * hold the same address.
 *
 *  0. the gateway says paid, and not what: the notification will say, and until then no other page may be paid.
 *  1. completed: the order is paid.
 *  2. creating: a twin request (double click, second tab) is at it; wait. Once its maker must be gone, nobody was ever
 *     given the address, so it cannot be paid: replace.
 *  3. open, same sum, customer not sent back from it, enough life left: the same page again.
 *  4. any other live one: ask.
 *       - no answer: nothing is known, so nothing is made;
 *       - address alive: still payable; wait for its end (a renewal before load with little life left ends here);
 *       - customer was sent back, gateway says pending, or a word we do not know: a voucher or a slow bank may be on its
 *         way; hold the order for a while;
 *       - else: dead, replace.
 *  5. failed: a decline is final only when the address is dead, since another card may be tried on the same page. Ask once
 *     (that payment's news may have been lost), then wait for the address's end. Where the profile says that a decline ends
 *     the page (G23), or the gateway says that the customer cancelled it: as 6.
 *  6. failed with a dead address, or expired by the gateway's word: young, and not asked since the address died: ask once.
 *     Then, and for all older ones: create.
 *
 * "Sent back" is more than "returned" (T61). Anybody who knows a session's id can open `/return/<id>/success`, and a browser
 * may fetch it ahead: that shortens polling, and holds nothing. A gateway says "pending" of a page that nobody has touched,
 * too. So the hold needs a sign that the page was used: the customer came by the return address that only the gateway was
 * given, with the session's proof at its end.
 */
export function decideOnLive(facts: LiveFacts): LiveDecision {
  const { session, said, now } = facts;
  if (said === 'unconfirmed' && session.status !== 'completed') return { kind: 'wait', ms: ASK_AGAIN_MS };
  switch (session.status) {
    case 'completed':
      return { kind: 'completed' };
    case 'creating': {
      const left = session.createdAt + facts.creationMs - now;
      return left > 0 ? { kind: 'wait', ms: left } : { kind: 'replace' };
    }
    case 'open':
    case 'pending':
      if (said === undefined) return mayReuse(facts) ? { kind: 'reuse' } : { kind: 'ask' };
      return afterAsking(facts, said);
    case 'failed':
    case 'expired':
      if (said === undefined && mayHaveBeenPaidSince(session, now)) return { kind: 'ask' };
      if (!endsPage(said) && mayBePaidAfterDecline(session, now, facts.declineEndsPage)) {
        return { kind: 'wait', ms: untilDead(session, now) };
      }
      return { kind: 'create' };
    case 'unresolved':
      return { kind: 'create' };
  }
}

/** Whether the gateway's word is final for the page, not for one card: cancelled by its customer, or expired. */
export function endsPage(said: GatewayWord | undefined): boolean {
  return said === 'cancelled' || said === 'expired';
}

/** Whether a declined session's page may still be paid: its address lives, and the profile does not say that a decline ends it. */
export function mayBePaidAfterDecline(
  session: SessionRecord,
  now: number,
  declineEndsPage: boolean,
): boolean {
  return session.status === 'failed' && !declineEndsPage && untilDead(session, now) > 0;
}

function mayReuse({ session, wanted, now, reusableForMs }: LiveFacts): boolean {
  return (
    session.sentBackAt === null &&
    session.redirectUrl !== null &&
    lifeLeft(session, now) >= reusableForMs &&
    session.amount === wanted.amount &&
    session.currency === wanted.currency &&
    session.transactionType === wanted.transactionType &&
    session.test === wanted.test
  );
}

function afterAsking({ session, now, pendingHoldMs }: LiveFacts, said: GatewayWord): LiveDecision {
  if (said === 'unreachable') return { kind: 'unreachable' };
  const dying = untilDead(session, now);
  if (dying > 0) return { kind: 'wait', ms: dying };
  if (session.sentBackAt !== null && (said === 'pending' || said === 'unknown')) {
    const held = session.sentBackAt + pendingHoldMs - now;
    if (held > 0) return { kind: 'wait', ms: Math.max(ASK_AGAIN_MS, Math.min(held, 60_000)) };
  }
  return { kind: 'replace' };
}

function mayHaveBeenPaidSince(session: SessionRecord, now: number): boolean {
  const deadAt = session.redirectExpiresAt;
  if (deadAt === null || now - session.createdAt > EARLIER_MS) return false;
  return session.checkedAt === null || session.checkedAt < deadAt + BIRTH_SLACK_MS;
}

/** Milliseconds until the session's address is surely dead at the gateway; 0 or less once it is, or where none was made. */
function untilDead({ redirectExpiresAt }: SessionRecord, now: number): number {
  return redirectExpiresAt === null ? 0 : redirectExpiresAt + BIRTH_SLACK_MS - now;
}

/** Milliseconds that the session's address still lives. */
export function lifeLeft(session: SessionRecord, now: number): number {
  return session.redirectExpiresAt === null ? 0 : Math.max(0, session.redirectExpiresAt - now);
}
