import { newEvent } from '../observe/events.ts';
import type { Logger } from '../observe/logger.ts';
import type { UnpaidOrder } from '../options.ts';
import type { GatewayState } from '../poll/gatewayState.ts';
import { addNewEvents, isSameType } from '../record/addNewEvents.ts';
import { changeRecord } from '../record/changeRecord.ts';
import type { RecordContext } from '../record/recordContext.ts';
import { hideToken } from '../shop/hideToken.ts';
import type { PaymentHooks } from '../shop/paymentHooks.ts';
import type { Release, SessionRecord } from '../store/contract.ts';
import {
  endByPoll,
  hasEndedUnpaid,
  LONGEST_PENDING_MS,
  releaseAt,
  sureEndOf,
  wasPolledSince,
  whyUnpaid,
} from './orderEnd.ts';
import { ALERT_FROM_ATTEMPT, nextHookCallAt } from './schedule.ts';

/** How often a gateway is polled about a payment that it has not ended when the sweep's own schedule is over. */
const DAY_MS = 86_400_000;
/** When what stands in the way now is gone in a moment. */
const SOON_MS = 5_000;
/** How long somebody who is about to try again may take until the order has a new session. */
const OPENING_MS = 60_000;

/** Tells the merchant of orders that will not be paid. Run it under the lease of one of their sessions. */
export interface UnpaidWork {
  /** Calls `onUnpaid` again where this session has begun to. @returns when to come again. */
  repeat(session: SessionRecord): Promise<number | null>;
  /**
   * Calls `onUnpaid` if the whole order has ended and its grace is over.
   *
   * @param state what the gateway has just answered about the session.
   * @returns when to come again, or `null` when it is another session's to do, or nobody's.
   */
  release(session: SessionRecord, state: GatewayState): Promise<number | null>;
  /** Does nothing now: somebody is about to try again. @returns when to come again, since that may fail. */
  postpone(session: SessionRecord, now: number): number | null;
}

export interface UnpaidWorkContext extends RecordContext {
  readonly hooks: Pick<PaymentHooks, 'onUnpaid'>;
  readonly log: Logger;
}

/** Without an `onUnpaid` nothing is read and nothing is written. */
export function createUnpaidWork(context: UnpaidWorkContext): UnpaidWork {
  const { store, clock, hooks, unpaidGraceMs } = context;
  const { onUnpaid } = hooks;
  if (onUnpaid === undefined || unpaidGraceMs === undefined) {
    return { repeat: async () => null, release: async () => null, postpone: () => null };
  }

  const tellAgain = async (session: SessionRecord, release: Release | null) =>
    release?.state === 'pending' && release.sessionId === session.id
      ? tell(context, onUnpaid, session, await sessionsOf(context, session))
      : null;

  return {
    async repeat(session) {
      if (!hasEndedUnpaid(session)) return null;
      return tellAgain(session, await store.getRelease(session.orderReference));
    },
    async release(polled, state) {
      if (!hasEndedUnpaid(polled)) return null;
      const begun = await store.getRelease(polled.orderReference);
      if (begun !== null) return tellAgain(polled, begun);
      const now = await clock();
      const session = await recordEnd(context, polled, state, now);
      if (session.status === 'completed') return null;
      if (sureEndOf(session) === null) {
        return now - session.createdAt < LONGEST_PENDING_MS ? now + DAY_MS : null;
      }
      const sessions = await sessionsOf(context, session);
      const times = sessions.map((each) => releaseAt(each, unpaidGraceMs));
      const unclear = sessions.filter((each) => each.id !== session.id && !isClear(each));
      for (const { id } of unclear) await store.bringForward(id, now);
      // Who is still open comes to this when it ends, and of a paid order there is nothing to tell.
      if (times.some((time) => time === null)) return null;
      const allAt = Math.max(...times.filter((time) => time !== null));
      if (allAt > now) return allAt;
      return unclear.length > 0 ? now + SOON_MS : tell(context, onUnpaid, session, sessions);
    },
    postpone: (session, now) => (hasEndedUnpaid(session) ? now + OPENING_MS : null),
  };
}

/** Of the order, oldest first. */
async function sessionsOf(
  { store }: UnpaidWorkContext,
  { orderReference }: SessionRecord,
): Promise<readonly SessionRecord[]> {
  return (await store.findSessions({ orderReference })).map(({ value }) => value).reverse();
}

/** Whether nothing is to be learned of the session by a poll that its own schedule does not bring. */
function isClear(session: SessionRecord): boolean {
  return !hasEndedUnpaid(session) || (session.endedAt !== null && wasPolledSince(session));
}

/** Records what the gateway's answer says of the page's end, where that is news. */
async function recordEnd(
  context: UnpaidWorkContext,
  session: SessionRecord,
  state: GatewayState,
  now: number,
): Promise<SessionRecord> {
  if (endByPoll(session, state, now) === session.endedAt) return session;
  const changed = await changeRecord(context, session.id, (record) =>
    record.status === 'completed' ? null : { patch: { endedAt: endByPoll(record, state, now) } },
  );
  return changed ?? (await context.store.getSession(session.id))?.value ?? session;
}

/** @returns when to try again, or `null` when nothing is left to do. */
async function tell(
  context: UnpaidWorkContext,
  onUnpaid: NonNullable<PaymentHooks['onUnpaid']>,
  session: SessionRecord,
  sessions: readonly SessionRecord[],
): Promise<number | null> {
  const { store, clock, emit, log } = context;
  const { orderReference } = session;
  const order = await toUnpaidOrder(context, sessions);
  const begun = [newEvent('order_unpaid', { why: order.why, sessions: order.sessionIds.length })];
  const result = await store.startRelease({
    sessionId: session.id,
    orderReference,
    sessions: sessions.length,
    events: begun,
  });
  if (result.kind === 'not_owed') return null;
  if (result.kind === 'stale') return (await clock()) + SOON_MS;
  const { attempts } = result.release;
  if (attempts === 1) emit(begun, session);
  try {
    await onUnpaid(order, attempts);
  } catch (error) {
    const err = hideToken(error, null);
    log.error({ err, sessionId: session.id, attempt: attempts }, 'onUnpaid failed; it will be called again');
    const text = hideToken(String(error), null);
    await addNewEvents(context, session, [newEvent('unpaid_failed', { attempt: attempts, error: text })]);
    if (attempts >= ALERT_FROM_ATTEMPT) {
      const alert = newEvent('unpaid_failing', { attempts, error: text });
      await addNewEvents(context, session, [alert], isSameType);
    }
    return nextHookCallAt(attempts, await clock());
  }
  const told = [newEvent('unpaid_told', { attempt: attempts })];
  // A payment that came meanwhile has taken the release's place: `onLatePayment` follows.
  if (await store.completeRelease(orderReference, told)) emit(told, session);
  return null;
}

/** @param sessions of the order, oldest first; one that was opened since it was begun is left out. */
async function toUnpaidOrder(
  { store }: UnpaidWorkContext,
  sessions: readonly SessionRecord[],
): Promise<UnpaidOrder> {
  const ended = sessions.filter((session) => sureEndOf(session) !== null);
  const opened = ended.filter(({ redirectExpiresAt }) => redirectExpiresAt !== null);
  const [first] = ended;
  const last = ended.at(-1);
  if (first === undefined || last === undefined) throw new Error('An order without sessions is not unpaid.');
  const shown = opened.at(-1) ?? last;
  return {
    orderReference: last.orderReference,
    sessionIds: ended.map(({ id }) => id),
    amount: last.amount,
    currency: last.currency,
    why: whyUnpaid(shown, await store.listEvents(shown.id)),
    test: last.test,
    correlationId: last.correlationId,
    firstTriedAt: new Date(first.createdAt),
    lastTriedAt: new Date(last.createdAt),
  };
}
