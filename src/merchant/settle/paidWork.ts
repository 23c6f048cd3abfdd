import type { GatewayPoll } from '../poll/gatewayPoll.ts';
import { matchesRecord } from '../poll/matchRecord.ts';
import type { Fulfilment, SessionRecord } from '../store/contract.ts';
import { type FollowUpContext, followUp, nextFollowUpAt } from './followUp.ts';
import { type FulfilContext, fulfil } from './fulfil.ts';
import type { RecentDetails } from './recentDetails.ts';
import { earliest } from './schedule.ts';
import { detailsOfPaid, type KnownDetails } from './toPayment.ts';

/**
 * Does what is due of a paid session: the order's fulfilment, and under a later lease what follows long after it. Run it
 * under the session's lease.
 *
 * @param known what the status answer of a moment ago says of the payment.
 * @returns when to come again; `null`: never.
 */
export type PaidWork = (session: SessionRecord, known: KnownDetails | undefined) => Promise<number | null>;

export interface PaidWorkContext extends FulfilContext, FollowUpContext {
  readonly gatewayPoll: Pick<GatewayPoll, 'pollUnlessDown'>;
  readonly recentDetails: RecentDetails;
  readonly hookTimeoutMs: number;
}

export function createPaidWork(context: PaidWorkContext): PaidWork {
  const { store, clock, times, recentDetails } = context;
  return async (session, known) => {
    const fulfilment = await store.getFulfilment(session.orderReference);
    // A second payment of the order: it was reported, and is nobody's to fulfil.
    if (fulfilment === null || fulfilment.sessionId !== session.id) return null;
    if (fulfilment.state === 'done') return followUp(context, session);
    const freeAt = releaseEndsAt(fulfilment, session, context.hookTimeoutMs);
    if (freeAt > (await clock())) return freeAt;
    const retryAt = await fulfil(
      context,
      session,
      async () => recentDetails.of(session.id) ?? known ?? (await pollDetails(context, session)),
    );
    if (retryAt === null) recentDetails.forget(session.id);
    return earliest(retryAt, nextFollowUpAt(session, times));
  };
}

/** Until when the worker of another session may be calling `onUnpaid`: the late payment is told after that. */
function releaseEndsAt(
  { late, attempts }: Fulfilment,
  { paidAt }: SessionRecord,
  hookTimeoutMs: number,
): number {
  const isUnderWay = late === 'during_release' && attempts === 0;
  return isUnderWay && paidAt !== null ? paidAt + hookTimeoutMs : 0;
}

/** What the gateway says now of a paid session, if it answers and means this one. */
async function pollDetails(
  { gatewayPoll, decimals }: PaidWorkContext,
  session: SessionRecord,
): Promise<KnownDetails | undefined> {
  const answer = await gatewayPoll.pollUnlessDown(session);
  const evidence = answer?.evidence ?? null;
  const isOurs = evidence?.kind === 'transaction' && matchesRecord(session, evidence, decimals);
  return isOurs ? detailsOfPaid(evidence) : undefined;
}
