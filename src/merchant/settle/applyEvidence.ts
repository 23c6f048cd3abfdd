import { newEvent } from '../observe/events.ts';
import type { Parts } from '../parts.ts';
import { withoutKnownEvents } from '../record/knownEvents.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import { type Evidence, judge } from './judge.ts';
import { nextLook } from './schedule.ts';

export interface Applied {
  session: SessionRecord;
  /** Whether this call moved the session to another status. */
  moved: boolean;
}

export interface Circumstances {
  /** The evidence comes from a status call made now: the record's `checkedAt` and `checks` say so. */
  asked?: boolean;
  /** The caller holds the session's lease and sets its next date when it ends the lease. */
  leased?: boolean;
  /** The record as the caller has just read it: saves reading it again. An old one costs a round, and no more. */
  known?: Versioned<SessionRecord>;
}

const MOST_RETRIES = 50;

/**
 * Judges evidence against the stored record and writes the verdict by compare-and-set, again and again until nobody was
 * faster. A paid order's fulfilment is claimed in the same step that makes the session `completed` (T9); when another
 * session of the order holds it, the money is recorded and reported as `overpaid` (T10).
 *
 * @returns `null` for an unknown session.
 */
export async function applyEvidence(
  parts: Parts,
  sessionId: string,
  evidence: Evidence | null,
  { asked = false, leased = false, known }: Circumstances = {},
): Promise<Applied | null> {
  const { store, gateway, clock } = parts;
  let claimable = true;
  for (let round = 0; round < MOST_RETRIES; round++) {
    const current = (round === 0 ? known : undefined) ?? (await store.getSession(sessionId));
    if (current === null) return null;
    const verdict =
      evidence === null
        ? { patch: null, claimFulfilment: false, events: [] }
        : judge(current.value, evidence, gateway.profile.limits.decimals);
    const events =
      verdict.patch === null
        ? await withoutKnownEvents(parts.store, sessionId, verdict.events)
        : [...verdict.events];
    if (verdict.patch === null && events.length === 0 && !asked)
      return { session: current.value, moved: false };

    const now = await clock();
    const next: SessionRecord = {
      ...current.value,
      ...verdict.patch,
      ...(verdict.patch?.status === 'completed' ? { paidAt: now } : {}),
      ...(asked ? { checkedAt: now, checks: current.value.checks + 1 } : {}),
    };
    const claimFulfilment = verdict.claimFulfilment && claimable;
    if (verdict.claimFulfilment && !claimable) {
      events.push(newEvent('overpaid', { amount: next.amount, currency: next.currency, pspId: next.pspId }));
    }
    const moved = next.status !== current.value.status;
    const result = await store.change({
      id: sessionId,
      version: current.version,
      next,
      events,
      claimFulfilment,
      // A paid session is due until its fulfilment is done: a crash right here is repaired by the next sweep, or, under a
      // lease, by the one after the lease has run out.
      ...(moved && !leased ? { dueAt: claimFulfilment ? now : nextLook(next, now) } : {}),
    });
    if (result === 'done') {
      parts.emit(events, next);
      return { session: next, moved };
    }
    if (result === 'fulfilment_taken') claimable = false;
  }
  throw new Error(`Session ${sessionId} changed ${MOST_RETRIES} times while evidence was being applied.`);
}
