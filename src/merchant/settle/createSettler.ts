import type { Evidence } from '../poll/evidence.ts';
import { matchesRecord } from '../poll/matchRecord.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import { type Applied, applyEvidence } from './applyEvidence.ts';
import type { LeasedWork, SyncOptions, SyncResult } from './leasedWork.ts';
import type { RecentDetails } from './recentDetails.ts';
import { detailsOfPaid } from './toPayment.ts';

/** Moves sessions to their final status, whoever comes first: return page, notification, poll. */
export interface Settler {
  /** Polls the gateway about one session and settles it, under the session's lease. */
  sync(sessionId: string, options: SyncOptions): Promise<SyncResult>;
  /** Settles by evidence in hand, and fulfils; `null` for a session that is gone. */
  settleByEvidence(known: Versioned<SessionRecord>, evidence: Evidence): Promise<Applied | null>;
}

export interface SettlerContext extends RecordContext {
  readonly leasedWork: LeasedWork;
  readonly recentDetails: RecentDetails;
  readonly leaseMs: number;
}

/**
 * Takes the lease, so that only one worker at a time polls the gateway about a session and runs its fulfilment. All ways
 * to a session's status end in `applyEvidence`.
 */
export function createSettler(context: SettlerContext): Settler {
  const { store, decimals, leasedWork, recentDetails, leaseMs } = context;
  const running = new Map<string, Promise<SyncResult>>();

  async function syncUnderLease(sessionId: string, options: SyncOptions): Promise<SyncResult> {
    const claim = await store.claimOne(sessionId, leaseMs);
    if (claim !== null) return leasedWork.sync(claim, options);
    const session: SessionRecord | null = (await store.getSession(sessionId))?.value ?? null;
    return { session, gatewayState: null, isLeased: session !== null, finished: Promise.resolve() };
  }

  return {
    sync(sessionId, options) {
      const known = running.get(sessionId);
      if (known !== undefined) return known;
      const started = syncUnderLease(sessionId, options).finally(() => running.delete(sessionId));
      running.set(sessionId, started);
      return started;
    },
    async settleByEvidence(known, evidence) {
      const { id, orderReference } = known.value;
      const details = detailsOfPaid(evidence);
      const isOurs = evidence.kind === 'transaction' && matchesRecord(known.value, evidence, decimals);
      if (details !== undefined && isOurs) recentDetails.keep(id, details);
      const applied = await applyEvidence(context, id, evidence, { known });
      if (applied?.moved && applied.session.status === 'completed') {
        const claim = await store.claimOne(id, leaseMs);
        // Whoever holds the lease finds the session due, and paid.
        if (claim !== null) await leasedWork.finishPaid(claim, applied.session, details);
      } else if ((await store.getFulfilment(orderReference))?.state !== 'pending') {
        recentDetails.forget(id);
      }
      return applied;
    },
  };
}
