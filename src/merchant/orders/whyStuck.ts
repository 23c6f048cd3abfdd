import { redact } from '../../protocol/gateway/redact.ts';
import { PAGE_ENDED_MS } from '../record/pageLife.ts';
import type {
  Fulfilment,
  SessionRecord,
  StoredEvent,
  StoredNotification,
  Unfinished,
  UnfinishedKind,
} from '../store/contract.ts';
import { fieldOf } from './notificationFields.ts';
import { orderWord } from './orderWord.ts';
import { REASONS } from './reasons.ts';
import type { StuckOrder, StuckReason } from './types.ts';

const MINUTE = 60_000;

/** From when on something is stuck, in milliseconds: longer than the handler needs for it when all is well. */
export const STUCK_AFTER = {
  /** A call of the merchant's that is under way, or about to be. */
  call: MINUTE,
  /** Every sweep takes what is due; one may have much to do. */
  due: 2 * MINUTE,
  /** The call that makes a page, and what repairs one whose answer was lost. */
  creating: 5 * MINUTE,
  /** The gateway is asked when the page has ended, and a little later (jitter). */
  open: 2 * PAGE_ENDED_MS,
} as const;

type SessionReason = Exclude<StuckReason, 'orphan_notification'>;

/** Of each kind of work, the events of which the last one says why it is not done. */
export const TELLING: Readonly<Record<UnfinishedKind, readonly string[]>> = {
  fulfilment: ['fulfilment_failed', 'underpaid'],
  release: ['unpaid_failed', 'unpaid_failing'],
  pending: ['pending_failed', 'pending_failing'],
  details: ['details_failed'],
  due: [],
};

/**
 * Why a paid session's order is not fulfilled; `null`: `onPayment` is under way, or not owed.
 * @param last of the events that `TELLING` names.
 */
export function whyNotFulfilled(
  session: SessionRecord,
  fulfilment: Fulfilment | null,
  last: StoredEvent | null,
  now: number,
): StuckOrder | null {
  if (fulfilment?.sessionId !== session.id || fulfilment.state !== 'pending') return null;
  const since = session.paidAt ?? session.createdAt;
  const known = { since, attempts: fulfilment.attempts };
  if (last?.type === 'underpaid' && last.data.onUnderpaid === 'hold') {
    return stuck('underpaid_held', session, { ...known, explanation: heldText(last) });
  }
  if (last?.type === 'fulfilment_failed') {
    return stuck('fulfilment_failing', session, { ...known, lastError: errorOf(last) });
  }
  return now - since < STUCK_AFTER.call ? null : stuck('fulfilment_waiting', session, known);
}

function heldText({ data }: StoredEvent): string {
  const price = (value: unknown) => {
    const { amount, currency } = (value ?? {}) as { amount?: unknown; currency?: unknown };
    return `${amount} ${currency}`;
  };
  return `Paid were ${price(data.paid)}, and the order costs ${price(data.expected)} by now. It is held.`;
}

/** Why the merchant was not told that this session's order will not be paid; `null`: that is under way, or not owed. */
export function whyNotReleased(
  { at, session, release, last }: Pick<Unfinished, 'at' | 'session' | 'release' | 'last'>,
  now: number,
): StuckOrder | null {
  if (release?.state !== 'pending') return null;
  if (last === null && now - at < STUCK_AFTER.call) return null;
  const lastError = last === null ? null : errorOf(last);
  return stuck('release_failing', session, { since: at, attempts: release.attempts, lastError });
}

/** Why the merchant was not told that this session's money comes later; `null`: that is under way, or not owed. */
export function whyNotTold(session: SessionRecord, last: StoredEvent | null, now: number): StuckOrder | null {
  const { status, pendingAttempts, pendingToldAt, sentBackAt, createdAt } = session;
  if (status !== 'pending' || pendingAttempts === 0 || pendingToldAt !== null) return null;
  const since = sentBackAt ?? createdAt;
  if (last === null && now - since < STUCK_AFTER.call) return null;
  const lastError = last === null ? null : errorOf(last);
  return stuck('pending_failing', session, { since, attempts: pendingAttempts, lastError });
}

/** Why a paid session's details have not reached the merchant; `null`: they have, or are under way. */
export function whyNoDetails(
  session: SessionRecord,
  last: StoredEvent | null,
  now: number,
): StuckOrder | null {
  const since = session.paidAt ?? session.createdAt;
  if (session.details === 'missing') return stuck('details_missing', session, { since });
  if (session.details !== null || session.detailsAttempts === 0) return null;
  if (last === null && now - since < STUCK_AFTER.call) return null;
  const lastError = last === null ? null : errorOf(last);
  return stuck('details_failing', session, { since, attempts: session.detailsAttempts, lastError });
}

/** Why a session that is not paid has no final status; `null`: it has, or is not that old. */
export function whyNotFinal(session: SessionRecord, now: number, pendingHoldMs: number): StuckOrder | null {
  const { status, createdAt } = session;
  const age = now - createdAt;
  switch (status) {
    case 'unresolved':
      return stuck('unresolved', session, { since: createdAt });
    case 'pending':
      if (age < pendingHoldMs) return null;
      return stuck('pending_too_long', session, { since: session.returnedAt ?? createdAt });
    case 'open':
      return age < STUCK_AFTER.open ? null : stuck('unanswered', session, { since: createdAt });
    case 'creating':
      return age < STUCK_AFTER.creating ? null : stuck('creating_too_long', session, { since: createdAt });
    default:
      return null;
  }
}

/** @param dueAt when work on the session was due. */
export function whyOverdue(session: SessionRecord, dueAt: number): StuckOrder {
  return stuck('sweep_overdue', session, { since: dueAt });
}

/** A notification that the gateway signed and that nobody was given. */
export function orphanOf({ body, firstAt, deliveries }: StoredNotification): StuckOrder {
  return {
    ...REASONS.orphan_notification,
    reason: 'orphan_notification',
    orderReference: fieldOf(body, 'OrderReference'),
    sessionId: null,
    pspId: fieldOf(body, 'PspId'),
    amount: fieldOf(body, 'Amount'),
    currency: fieldOf(body, 'Currency'),
    status: null,
    since: new Date(firstAt),
    attempts: deliveries,
    lastError: null,
  };
}

interface Facts {
  readonly since: number;
  readonly attempts?: number;
  readonly lastError?: string | null;
  /** In place of the reason's own. */
  readonly explanation?: string;
}

function stuck(reason: SessionReason, session: SessionRecord, facts: Facts): StuckOrder {
  const { orderReference, id, pspId, amount, currency, status } = session;
  const { since, attempts = 0, lastError = null, explanation = REASONS[reason].explanation } = facts;
  return {
    reason,
    orderReference,
    sessionId: id,
    pspId,
    amount,
    currency,
    status,
    since: new Date(since),
    attempts,
    lastError,
    explanation,
    remedy: REASONS[reason].remedy.replaceAll('<order>', () => orderWord(orderReference, id)),
  };
}

/** Stored events are redacted; a store of the merchant's own need not have been given them by us. */
function errorOf({ data }: StoredEvent): string | null {
  const { error } = redact(data) as { error?: unknown };
  return typeof error === 'string' ? error : null;
}
