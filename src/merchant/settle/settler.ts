import type { TransactionState } from '../../protocol/gateway/transaction.ts';
import { newEvent } from '../observe/events.ts';
import type { SweepResult } from '../options.ts';
import type { Parts } from '../parts.ts';
import { type Answer, askGateway, evidenceOf } from '../poll/askGateway.ts';
import type { Breaker } from '../poll/breaker.ts';
import { addNewEvents } from '../record/knownEvents.ts';
import type { GatewayWord } from '../session/decideOnLive.ts';
import type { Claim, SessionRecord, Versioned } from '../store/contract.ts';
import { type Applied, applyEvidence } from './applyEvidence.ts';
import { createDetailsDelivery, type DeliverDetails } from './deliverDetails.ts';
import { earliest, followUp, nextFollowUp } from './followUp.ts';
import { fulfil } from './fulfil.ts';
import { type Evidence, isAbout } from './judge.ts';
import { createRecentDetails } from './recentDetails.ts';
import { DEAD_MS, lookAfterOutage, nextLook } from './schedule.ts';
import type { KnownDetails } from './toPayment.ts';

/** A look at a session. */
export interface Look {
  session: SessionRecord;
  /** What the gateway said; absent when it was not asked. */
  said?: GatewayWord;
  /** The rest: fulfilment and the end of the lease. */
  rest: Promise<void>;
}

/** How eager a look is: `now` asks in any case, `gently` keeps to the pace of `limits.pollIntervalMs`. */
export type Pace = 'now' | 'gently';

export interface Settler {
  /** Asks the gateway about one session and settles it; `'busy'` while another worker is at it; `null` if unknown. */
  look(sessionId: string, pace: Pace): Promise<Look | 'busy' | null>;
  /** Settles by evidence in hand, and fulfils; `null` for a session that is gone. */
  settleBy(known: Versioned<SessionRecord>, evidence: Evidence): Promise<Applied | null>;
  /** Gives a paid session's details to `onPaymentDetails`. */
  deliverDetails: DeliverDetails;
  sweep(): Promise<SweepResult>;
}

/** After these the gateway may say something else. */
const OPEN_WORDS: ReadonlySet<GatewayWord> = new Set<GatewayWord>([
  'pending',
  'unknown',
  'unconfirmed',
  'not_found',
]);
const AT_ONCE = 8;
const BATCH = 32;
const MOST_BATCHES = 20;

/**
 * The one way to a session's state, whoever comes first: return page, notification, poll or sweep. All of them end in
 * `applyEvidence`; what this adds is the lease, so that only one worker at a time asks the gateway about a session and
 * runs its fulfilment.
 */
export function createSettler(parts: Parts, breaker: Breaker): Settler {
  const { store, settings, clock, gateway } = parts;
  const { answerTimeoutMs, hookTimeoutMs } = settings.limits;
  const leaseMs = parts.timeouts.statusCallMs * 2 + answerTimeoutMs + hookTimeoutMs + 5_000;
  const deliverDetails = createDetailsDelivery(parts);
  const recent = createRecentDetails();
  const looks = new Map<string, Promise<Look | 'busy' | null>>();

  async function work(claim: Claim, pace: Pace): Promise<Look | null> {
    const stored = await store.getSession(claim.sessionId);
    if (stored === null) {
      await store.finish(claim, null);
      return null;
    }
    const session = stored.value;
    if (session.status === 'completed') return { session, rest: finishPaid(claim, session, undefined) };

    const now = await clock();
    if (pace === 'gently') {
      const early = mayAskAt(session) - now;
      if (early > 0) return { session, rest: end(claim, claim.dueAt > now ? claim.dueAt : now + early) };
      if (!breaker.mayCall()) return { session, rest: end(claim, lookAfterOutage(session, now)) };
    }
    const answer = await ask(session);
    const asked = answer.said !== 'unreachable';
    const evidence = evidenceOf(parts, session, answer, now);
    const applied = await applyEvidence(parts, session.id, evidence, {
      asked,
      leased: true,
      known: stored,
    });
    const after = applied?.session ?? session;
    const rest =
      after.status === 'completed'
        ? finishPaid(claim, after, ofPaid(answer.details))
        : finishOpen(claim, after, answer.said);
    return { session: after, said: answer.said, rest };
  }

  async function ask(session: SessionRecord): Promise<Answer> {
    const names = { 'checkout.session': session.id };
    const answer = await parts.telemetry.task('ask', names, () => askGateway(parts, breaker, session));
    const fields = answer.details?.unreadable ?? [];
    // Once a session, however often the gateway is asked.
    if (fields.length > 0) await addNewEvents(parts, session, [newEvent('fields_unreadable', { fields })]);
    return answer;
  }

  const askUnlessDown = async (session: SessionRecord): Promise<Answer | null> =>
    breaker.mayCall() ? ask(session) : null;

  /** What the gateway says now of a paid session, if it answers and means this one. */
  async function askDetails(session: SessionRecord): Promise<KnownDetails | undefined> {
    const answer = await askUnlessDown(session);
    const details = ofPaid(answer?.details);
    if (details === undefined) return undefined;
    const evidence = { kind: 'transaction', source: 'status', details, test: gateway.test } as const;
    return means(session, evidence) ? details : undefined;
  }

  function means(session: SessionRecord, evidence: Evidence): boolean {
    return evidence.kind === 'transaction' && isAbout(session, evidence, gateway.profile.limits.decimals);
  }

  function mayAskAt(session: SessionRecord): number {
    const every = settings.limits.pollIntervalMs;
    return (session.checkedAt ?? 0) + (session.returnedAt === null ? every : every / 4);
  }

  async function finishPaid(
    claim: Claim,
    session: SessionRecord,
    known: KnownDetails | undefined,
  ): Promise<void> {
    await end(claim, await doPaidWork(session, known));
  }

  /** The order's fulfilment, and in a claim of its own what comes long after it. @returns when to come again. */
  async function doPaidWork(session: SessionRecord, known: KnownDetails | undefined): Promise<number | null> {
    const effect = await store.getFulfilment(session.orderReference);
    // A second payment of the order: it was reported, and is nobody's to fulfil.
    if (effect === null || effect.sessionId !== session.id) return null;
    if (effect.state === 'done') return followUp(parts, session, askUnlessDown, deliverDetails);
    const again = await fulfil(
      parts,
      session,
      async () => recent.of(session.id) ?? known ?? (await askDetails(session)),
    );
    if (again === null) recent.forget(session.id);
    return earliest(again, nextFollowUp(session, settings));
  }

  async function finishOpen(claim: Claim, session: SessionRecord, said: GatewayWord): Promise<void> {
    const now = await clock();
    if (said === 'unreachable') return end(claim, lookAfterOutage(session, now));
    const isFinalWord = !OPEN_WORDS.has(said);
    if (isFinalWord && now - session.createdAt >= DEAD_MS) return end(claim, null);
    const next = nextLook(session, now);
    if (next === null) await applyEvidence(parts, session.id, { kind: 'given_up' }, { leased: true });
    return end(claim, next);
  }

  /** An old fence is refused: somebody else has the session, and its next date (F44). */
  async function end(claim: Claim, nextAt: number | null): Promise<void> {
    if (await store.finish(claim, nextAt)) return;
    parts.log.warn({ sessionId: claim.sessionId }, 'Work on a session took longer than its lease');
  }

  async function look(sessionId: string, pace: Pace): Promise<Look | 'busy' | null> {
    const running = looks.get(sessionId);
    if (running !== undefined) return running;
    const started = lookNow(sessionId, pace).finally(() => looks.delete(sessionId));
    looks.set(sessionId, started);
    return started;
  }

  async function lookNow(sessionId: string, pace: Pace): Promise<Look | 'busy' | null> {
    const claim = await store.claimOne(sessionId, leaseMs);
    if (claim === null) return (await store.getSession(sessionId)) === null ? null : 'busy';
    return work(claim, pace);
  }

  async function settleBy(known: Versioned<SessionRecord>, evidence: Evidence): Promise<Applied | null> {
    const { id, orderReference } = known.value;
    const details = evidence.kind === 'transaction' ? ofPaid(evidence.details) : undefined;
    if (details !== undefined && means(known.value, evidence)) recent.keep(id, details);
    const applied = await applyEvidence(parts, id, evidence, { known });
    if (applied?.moved && applied.session.status === 'completed') {
      const claim = await store.claimOne(id, leaseMs);
      // Whoever holds the lease finds the session due, and paid.
      if (claim !== null) await finishPaid(claim, applied.session, details);
    } else if ((await store.getFulfilment(orderReference))?.state !== 'pending') {
      recent.forget(id);
    }
    return applied;
  }

  async function sweep(): Promise<SweepResult> {
    const result = { due: 0, failed: 0 };
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const claims = await store.claimDue(BATCH, leaseMs);
      result.due += claims.length;
      const queue = [...claims];
      const workers = Array.from({ length: AT_ONCE }, async () => {
        for (let claim = queue.shift(); claim !== undefined; claim = queue.shift()) {
          try {
            await (await work(claim, 'gently'))?.rest;
          } catch (error) {
            result.failed++;
            parts.log.error(
              { err: error, sessionId: claim.sessionId },
              'A due session could not be dealt with',
            );
          }
        }
      });
      await Promise.all(workers);
      if (claims.length < BATCH) break;
    }
    return result;
  }

  return { look, settleBy, deliverDetails, sweep };
}

/** A status answer that lags behind the notification says nothing of the payment. */
function ofPaid<T extends { state: TransactionState }>(details: T | undefined): T | undefined {
  return details?.state === 'processed' ? details : undefined;
}
