import type { TransactionStatus } from '../../protocol/gateway/transaction.ts';
import type { SweepResult } from '../options.ts';
import type { Parts } from '../parts.ts';
import type { GatewayWord } from '../session/decideOnLive.ts';
import type { Claim, SessionRecord } from '../store/contract.ts';
import { type Applied, applyEvidence } from './applyEvidence.ts';
import type { Breaker } from './breaker.ts';
import { fulfil } from './fulfil.ts';
import { isNotFound } from './gatewayErrors.ts';
import type { Evidence } from './judge.ts';
import { DEAD_MS, lookAfterOutage, nextLook } from './schedule.ts';

/** A look at a session. */
export interface Look {
  session: SessionRecord;
  /** What the gateway said; absent when it was not asked. */
  said?: GatewayWord;
  /** The rest: fulfilment and the end of the lease. */
  rest: Promise<void>;
}

/** How eager a look is: `now` asks in any case, `gently` keeps to the pace of `limits.askEveryMs`. */
export type Pace = 'now' | 'gently';

export interface Settler {
  /** Asks the gateway about one session and settles it; `'busy'` while another worker is at it; `null` if unknown. */
  look(sessionId: string, pace: Pace): Promise<Look | 'busy' | null>;
  /** Settles by evidence in hand, and fulfils; `null` for an unknown session. */
  settleBy(sessionId: string, evidence: Evidence, cardToken?: string | null): Promise<Applied | null>;
  sweep(): Promise<SweepResult>;
}

const AT_ONCE = 8;
const BATCH = 32;
const MOST_BATCHES = 20;

/**
 * The one way to a session's state, whoever comes first: return page, notification, poll or sweep. All of them end in
 * `applyEvidence`; what this adds is the lease, so that only one worker at a time asks the gateway about a session and
 * runs its fulfilment.
 */
export function createSettler(parts: Parts, breaker: Breaker): Settler {
  const { store, settings, clock } = parts;
  const leaseMs = settings.limits.retrieveMs * 2 + settings.limits.hookMs + 5_000;
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
    const askAgainAt = nextAsk(session);
    if (pace === 'gently' && now < askAgainAt) return { session, rest: finish(claim, askAgainAt) };
    if (pace === 'gently' && !breaker.mayCall())
      return { session, rest: finish(claim, lookAfterOutage(session, now)) };

    const { said, details } = await ask(session);
    const applied = await applyEvidence(
      parts,
      session.id,
      toEvidence(session, said, details, now),
      said !== 'unreachable',
    );
    const after = applied?.session ?? session;
    if (after.status === 'completed')
      return { session: after, said, rest: finishPaid(claim, after, details?.cardToken) };
    return { session: after, said, rest: finishOpen(claim, after, said) };
  }

  /** Earliest time of the next status call for a session. */
  function nextAsk(session: SessionRecord): number {
    const every = settings.limits.askEveryMs;
    return (session.checkedAt ?? 0) + (session.returnedAt === null ? every : every / 4);
  }

  async function ask(session: SessionRecord): Promise<{ said: GatewayWord; details?: TransactionStatus }> {
    const { orderReference, uniqueReference, pspId, correlationId } = session;
    try {
      const details = await parts.gateway.transactions.retrieve(
        { orderReference, uniqueReference, ...(pspId === null ? {} : { pspId }) },
        {
          timeoutMs: settings.limits.retrieveMs,
          deadlineMs: settings.limits.retrieveMs * 2,
          headers: { 'X-Correlation-Id': correlationId },
        },
      );
      breaker.succeeded();
      return { said: details.state, details };
    } catch (error) {
      if (isNotFound(error)) {
        breaker.succeeded();
        return { said: 'not_found' };
      }
      breaker.failed();
      parts.log.warn({ err: error, sessionId: session.id }, 'The gateway could not be asked about a session');
      return { said: 'unreachable' };
    }
  }

  function toEvidence(
    session: SessionRecord,
    said: GatewayWord,
    details: TransactionStatus | undefined,
    now: number,
  ): Evidence | null {
    if (said === 'unreachable') return null;
    const age = now - session.createdAt;
    const isSilent = said === 'not_found' || (said === 'pending' && session.returnedAt === null);
    if (isSilent && session.status === 'creating' && age > settings.limits.createMs * 2) {
      return { kind: 'not_opened', because: 'the reply of the create call was lost' };
    }
    if (isSilent && age >= DEAD_MS) return { kind: 'expired', because: 'age' };
    return details === undefined
      ? null
      : { kind: 'transaction', source: 'status', details, test: parts.gateway.test };
  }

  async function finishPaid(
    claim: Claim,
    session: SessionRecord,
    cardToken: string | null | undefined,
  ): Promise<void> {
    await finish(claim, await fulfil(parts, session, cardToken));
  }

  async function finishOpen(claim: Claim, session: SessionRecord, said: GatewayWord): Promise<void> {
    const now = await clock();
    if (said === 'unreachable') return finish(claim, lookAfterOutage(session, now));
    const isFinalWord = said !== 'pending' && said !== 'unknown' && said !== 'not_found';
    if (isFinalWord && now - session.createdAt >= DEAD_MS) return finish(claim, null);
    const next = nextLook(session, now);
    if (next === null) await applyEvidence(parts, session.id, { kind: 'given_up' });
    return finish(claim, next);
  }

  /** What came in while we held the lease must not wait for our next date. */
  async function finish(claim: Claim, nextAt: number | null): Promise<void> {
    await store.finish(claim, nextAt);
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

  async function settleBy(
    sessionId: string,
    evidence: Evidence,
    cardToken?: string | null,
  ): Promise<Applied | null> {
    const applied = await applyEvidence(parts, sessionId, evidence);
    if (applied?.moved && applied.session.status === 'completed') {
      const claim = await store.claimOne(sessionId, leaseMs);
      // Whoever holds the lease finds the session due, and paid.
      if (claim !== null) await finishPaid(claim, applied.session, cardToken);
    }
    return applied;
  }

  async function sweep(): Promise<SweepResult> {
    const result = { looked: 0, failed: 0 };
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const claims = await store.claimDue(BATCH, leaseMs);
      result.looked += claims.length;
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

  return { look, settleBy, sweep };
}
