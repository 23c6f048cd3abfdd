import { newEvent } from '../observe/events.ts';
import type { Evidence } from '../poll/evidence.ts';
import { withoutKnownEvents } from '../record/addNewEvents.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import { judge, NO_VERDICT } from './judge.ts';
import { endedAt, releaseAt } from './orderEnd.ts';
import { earliest, nextPollAt } from './schedule.ts';

export interface Applied {
  session: SessionRecord;
  /** Whether this call moved the session to another status. */
  moved: boolean;
}

export interface ApplyOptions {
  /**
   * The evidence comes from a status call that began at this store time: the record's `checkedAt` and `checks` say so. Not the
   * time of the write: a worker may be stopped in between, and what was paid meanwhile is not in the answer.
   */
  polledAt?: number | null;
  /** The caller holds the session's lease and sets its next due time when it ends the lease. */
  leased?: boolean;
  /** The record as the caller has just read it: saves reading it again. An old one costs a round, and no more. */
  known?: Versioned<SessionRecord>;
}

const MOST_ROUNDS = 50;

/**
 * Judges evidence against the stored record and writes the verdict by compare-and-set, again and again until nobody was
 * faster. A paid order's fulfilment is claimed in the same step that makes the session `completed` (T9); when another
 * session of the order holds it, the money is recorded and reported as `overpaid` (T10).
 *
 * @returns `null` for an unknown session.
 */
export async function applyEvidence(
  { store, clock, emit, decimals, unpaidGraceMs }: RecordContext,
  sessionId: string,
  evidence: Evidence | null,
  { polledAt = null, leased = false, known }: ApplyOptions = {},
): Promise<Applied | null> {
  let claimable = true;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const current = (round === 0 ? known : undefined) ?? (await store.getSession(sessionId));
    if (current === null) return null;
    const verdict = evidence === null ? NO_VERDICT : judge(current.value, evidence, decimals);
    const events =
      verdict.patch === null
        ? await withoutKnownEvents(store, sessionId, verdict.events)
        : [...verdict.events];
    if (verdict.patch === null && events.length === 0 && polledAt === null)
      return { session: current.value, moved: false };

    const now = await clock();
    const status = verdict.patch?.status;
    const isEnd = status === 'failed' || status === 'expired';
    const next: SessionRecord = {
      ...current.value,
      ...verdict.patch,
      ...(status === 'completed' ? { paidAt: now } : {}),
      ...(isEnd && evidence !== null ? { endedAt: endedAt(current.value, evidence, now) } : {}),
      ...(polledAt !== null
        ? { checkedAt: Math.max(polledAt, current.value.checkedAt ?? 0), checks: current.value.checks + 1 }
        : {}),
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
      ...(moved && !leased
        ? { dueAt: claimFulfilment ? now : earliest(nextPollAt(next, now), releaseAt(next, unpaidGraceMs)) }
        : {}),
    });
    if (result === 'done') {
      emit(events, next);
      return { session: next, moved };
    }
    if (result === 'fulfilment_taken') claimable = false;
  }
  throw new Error(`Session ${sessionId} changed ${MOST_ROUNDS} times while evidence was being applied.`);
}
