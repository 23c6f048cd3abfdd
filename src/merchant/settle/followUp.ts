import { newEvent } from '../observe/events.ts';
import type { Parts } from '../parts.ts';
import type { Answer } from '../poll/askGateway.ts';
import { evidenceOf } from '../poll/askGateway.ts';
import { changeRecord } from '../record/changeRecord.ts';
import type { Settings } from '../settings.ts';
import type { SessionRecord } from '../store/contract.ts';
import { applyEvidence } from './applyEvidence.ts';
import type { DeliverDetails } from './deliverDetails.ts';
import { isAbout } from './judge.ts';
import { lookAfterOutage, nextHookCall } from './schedule.ts';

type FollowUpSettings = Pick<Settings, 'onPaymentDetails' | 'limits'>;

/** When the details of a paid session are overdue; `null` when nobody waits for them. */
export function detailsDueAt(session: SessionRecord, settings: FollowUpSettings): number | null {
  const awaited = settings.onPaymentDetails !== undefined && session.details === null;
  return awaited && session.paidAt !== null ? session.paidAt + settings.limits.detailsTimeoutMs : null;
}

/** When an authorisation may have lapsed (S147); `null` once the gateway was asked after that, and for a purchase. */
export function lapseDueAt(session: SessionRecord, { limits }: FollowUpSettings): number | null {
  if (session.transactionType !== 'AUTH' || session.paidAt === null) return null;
  const endsAt = session.paidAt + limits.authorisationPeriodMs;
  return session.checkedAt !== null && session.checkedAt >= endsAt ? null : endsAt;
}

/** The next date of a paid session beside its fulfilment. */
export function nextFollowUp(session: SessionRecord, settings: FollowUpSettings): number | null {
  return earliest(detailsDueAt(session, settings), lapseDueAt(session, settings));
}

export function earliest(...dates: (number | null)[]): number | null {
  const known = dates.filter((date) => date !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/**
 * What is due of a paid session once it is fulfilled: its details, if no notification brought them in time, and an authorised
 * sum's end. One status call answers both. Run it under the session's lease.
 *
 * @param ask answers `null` while the gateway is down and must not be asked.
 * @returns when to come again.
 */
export async function followUp(
  parts: Parts,
  session: SessionRecord,
  ask: (session: SessionRecord) => Promise<Answer | null>,
  deliver: DeliverDetails,
): Promise<number | null> {
  const { settings, clock, gateway } = parts;
  const now = await clock();
  const next = nextFollowUp(session, settings);
  if (next === null || next > now) return next;

  const answer = await ask(session);
  if (answer === null || answer.said === 'unreachable') return lookAfterOutage(session, now);
  const evidence = evidenceOf(parts, session, answer, now);
  const applied = await applyEvidence(parts, session.id, evidence, { asked: true, leased: true });
  const current = applied?.session ?? session;
  const detailsAt = detailsDueAt(current, settings);
  if (detailsAt === null || detailsAt > now) return nextFollowUp(current, settings);

  const isOurs =
    evidence?.kind === 'transaction' && isAbout(current, evidence, gateway.profile.limits.decimals);
  if (isOurs && evidence.details.cardToken !== null) {
    const result = await deliver(current, evidence.details, 'status');
    const lapseAt = lapseDueAt(current, settings);
    return result.delivered ? lapseAt : earliest(nextHookCall(result.attempts, now), lapseAt);
  }
  // A notification that comes after this is still delivered.
  await changeRecord(parts, session.id, (record) =>
    record.details === null
      ? { patch: { details: 'missing' }, events: [newEvent('card_token_missing', { said: answer.said })] }
      : null,
  );
  return lapseDueAt(current, settings);
}
