import { newEvent } from '../observe/events.ts';
import type { HandlerLimits } from '../options.ts';
import type { GatewayPoll } from '../poll/gatewayPoll.ts';
import { matchesRecord } from '../poll/matchRecord.ts';
import { changeRecord } from '../record/changeRecord.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { SessionRecord } from '../store/contract.ts';
import { applyEvidence } from './applyEvidence.ts';
import type { DeliverDetails } from './deliverDetails.ts';
import { earliest, nextHookCallAt, nextPollAfterOutage } from './schedule.ts';

/** What decides when a paid session is due again. */
export interface FollowUpTimes extends Pick<HandlerLimits, 'detailsTimeoutMs' | 'authorisationPeriodMs'> {
  /** Whether there is an `onPaymentDetails` that waits for details. */
  readonly awaitsDetails: boolean;
}

export interface FollowUpContext extends RecordContext {
  readonly times: FollowUpTimes;
  readonly gatewayPoll: Pick<GatewayPoll, 'pollUnlessDown'>;
  readonly deliverDetails: DeliverDetails;
}

/** When the details of a paid session are overdue; `null` when nobody waits for them. */
export function detailsDueAt(session: SessionRecord, times: FollowUpTimes): number | null {
  if (!times.awaitsDetails || session.details !== null || session.paidAt === null) return null;
  return session.paidAt + times.detailsTimeoutMs;
}

/** When an authorisation may have lapsed (S147); `null` once the gateway was polled after that, and for a purchase. */
export function lapseDueAt(
  { transactionType, paidAt, checkedAt }: SessionRecord,
  { authorisationPeriodMs }: FollowUpTimes,
): number | null {
  if (transactionType !== 'AUTH' || paidAt === null) return null;
  const endsAt = paidAt + authorisationPeriodMs;
  return checkedAt !== null && checkedAt >= endsAt ? null : endsAt;
}

/** The next due time of a paid session beside its fulfilment. */
export function nextFollowUpAt(session: SessionRecord, times: FollowUpTimes): number | null {
  return earliest(detailsDueAt(session, times), lapseDueAt(session, times));
}

/**
 * What is due of a paid session once it is fulfilled: its details, if no notification brought them in time, and the end of an
 * authorisation. One status call answers both. Run it under the session's lease.
 *
 * @returns when to come again.
 */
export async function followUp(context: FollowUpContext, session: SessionRecord): Promise<number | null> {
  const { times, clock, decimals, gatewayPoll, deliverDetails } = context;
  const now = await clock();
  const next = nextFollowUpAt(session, times);
  if (next === null || next > now) return next;

  const answer = await gatewayPoll.pollUnlessDown(session);
  if (answer === null || answer.gatewayState === 'unreachable') return nextPollAfterOutage(session, now);
  const { evidence, gatewayState } = answer;
  const applied = await applyEvidence(context, session.id, evidence, { polledAt: now, leased: true });
  const current = applied?.session ?? session;
  const detailsAt = detailsDueAt(current, times);
  if (detailsAt === null || detailsAt > now) return nextFollowUpAt(current, times);

  const isOurs = evidence?.kind === 'transaction' && matchesRecord(current, evidence, decimals);
  if (isOurs && evidence.details.cardToken !== null) {
    const result = await deliverDetails(current, evidence.details, 'status');
    const lapseAt = lapseDueAt(current, times);
    return result.delivered ? lapseAt : earliest(nextHookCallAt(result.attempts, now), lapseAt);
  }
  // A notification that comes after this is still delivered.
  await changeRecord(context, session.id, (record) =>
    record.details === null
      ? { patch: { details: 'missing' }, events: [newEvent('card_token_missing', { gatewayState })] }
      : null,
  );
  return lapseDueAt(current, times);
}
