import type { Logger } from '../observe/logger.ts';
import type { GatewayPoll } from '../poll/gatewayPoll.ts';
import type { GatewayState } from '../poll/gatewayState.ts';
import { mayPollAt } from '../poll/mayPollAt.ts';
import { PAGE_ENDED_MS } from '../record/pageLife.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { Claim, SessionRecord } from '../store/contract.ts';
import { applyEvidence } from './applyEvidence.ts';
import type { PaidWork } from './paidWork.ts';
import { earliest, nextPollAfterOutage, nextPollAt } from './schedule.ts';
import type { TellPending } from './tellPending.ts';
import { detailsOfPaid, type KnownDetails } from './toPayment.ts';
import type { UnpaidWork } from './unpaidWork.ts';

export interface SyncOptions {
  /** Polls the gateway in any case; else only when the session's poll interval is over and the circuit breaker is closed. */
  readonly force: boolean;
  /** Somebody is about to try again: the order is not called unpaid just now. */
  readonly opening?: boolean;
  /** Polls the gateway about a paid session too, where it is forced: what it says of the payment now. */
  readonly alsoPaid?: boolean;
}

/** What a sync found. */
export interface SyncResult {
  /** The record afterwards; `null` for an unknown session. */
  readonly session: SessionRecord | null;
  /** What the gateway answered; `null` when it was not polled. */
  readonly gatewayState: GatewayState | null;
  /** Another worker holds the session's lease and does this work. */
  readonly isLeased: boolean;
  /** Resolves when the rest is done: the fulfilment, and the end of the lease. */
  readonly finished: Promise<void>;
}

/** Work on a session whose lease the caller holds; each of these ends the lease. */
export interface LeasedWork {
  /** Polls the gateway where that is due, applies the answer, and does what is due of a paid session. */
  sync(claim: Claim, options: SyncOptions): Promise<SyncResult>;
  /** Does what is due of a paid session. */
  finishPaid(claim: Claim, session: SessionRecord, known: KnownDetails | undefined): Promise<void>;
}

export interface LeasedWorkContext extends RecordContext {
  readonly gatewayPoll: GatewayPoll;
  readonly paidWork: PaidWork;
  readonly unpaidWork: UnpaidWork;
  readonly tellPending: TellPending;
  readonly pollIntervalMs: number;
  readonly log: Logger;
}

/** After these the gateway may still give another answer. */
const OPEN_STATES: ReadonlySet<GatewayState> = new Set<GatewayState>([
  'pending',
  'unknown',
  'unconfirmed',
  'not_found',
]);

export function createLeasedWork(context: LeasedWorkContext): LeasedWork {
  const { store, clock, gatewayPoll, paidWork, unpaidWork, tellPending, pollIntervalMs, log } = context;

  async function sync(
    claim: Claim,
    { force, opening = false, alsoPaid = false }: SyncOptions,
  ): Promise<SyncResult> {
    const result = { gatewayState: null, isLeased: false };
    const stored = await store.getSession(claim.sessionId);
    if (stored === null) return { ...result, session: null, finished: endLease(claim, null) };
    const session = stored.value;
    if (session.status === 'completed' && !(force && alsoPaid)) {
      return { ...result, session, finished: finishPaid(claim, session, undefined) };
    }
    const now = await clock();
    const pollAt = mayPollAt(session, pollIntervalMs);
    if (!force && pollAt > now) {
      const nextAt = claim.dueAt > now ? claim.dueAt : pollAt;
      return { ...result, session, finished: finishUnpolled(claim, session, nextAt) };
    }
    const answer = await (force ? gatewayPoll.poll(session) : gatewayPoll.pollUnlessDown(session));
    if (answer === null) {
      return {
        ...result,
        session,
        finished: finishUnpolled(claim, session, nextPollAfterOutage(session, now)),
      };
    }
    const { gatewayState, evidence } = answer;
    const applied = await applyEvidence(context, session.id, evidence, {
      polledAt: gatewayState === 'unreachable' ? null : now,
      leased: true,
      known: stored,
    });
    const after = applied?.session ?? session;
    const finished =
      after.status === 'completed'
        ? finishPaid(claim, after, detailsOfPaid(evidence))
        : finishOpen(claim, after, { gatewayState, polledAt: now }, opening);
    return { session: after, gatewayState, isLeased: false, finished };
  }

  async function finishPaid(
    claim: Claim,
    session: SessionRecord,
    known: KnownDetails | undefined,
  ): Promise<void> {
    await endLease(claim, await paidWork(session, known));
  }

  /** What was begun is repeated whether the gateway answers or not, as often as its own backoff says. */
  async function finishUnpolled(claim: Claim, session: SessionRecord, pollAt: number): Promise<void> {
    const repeatAt = await unpaidWork.repeat(session);
    const nextAt = repeatAt === null ? pollAt : earliest(nextPollAt(session, await clock()), repeatAt);
    await endLease(claim, nextAt);
  }

  async function finishOpen(
    claim: Claim,
    session: SessionRecord,
    { gatewayState, polledAt }: { gatewayState: GatewayState; polledAt: number },
    opening: boolean,
  ): Promise<void> {
    const now = await clock();
    if (gatewayState === 'unreachable') {
      return finishUnpolled(claim, session, nextPollAfterOutage(session, now));
    }
    const pendingAt = await tellPending(session, gatewayState);
    const isFinal = !OPEN_STATES.has(gatewayState);
    const isOver = isFinal && polledAt - session.createdAt >= PAGE_ENDED_MS;
    const pollAt = isOver ? null : nextPollAt(session, now);
    const isGivenUp = !isOver && pollAt === null;
    const after = isGivenUp
      ? await applyEvidence(context, session.id, { kind: 'given_up' }, { leased: true })
      : null;
    const ended = after?.session ?? session;
    const unpaidAt = opening
      ? unpaidWork.postpone(ended, now)
      : await unpaidWork.release(ended, gatewayState);
    return endLease(claim, earliest(pollAt, pendingAt, unpaidAt));
  }

  /** An old fencing token is refused: another worker has the session, and sets its next due time (F44). */
  async function endLease(claim: Claim, nextAt: number | null): Promise<void> {
    if (await store.finish(claim, nextAt)) return;
    log.warn({ sessionId: claim.sessionId }, 'Work on a session took longer than its lease');
  }

  return { sync, finishPaid };
}
