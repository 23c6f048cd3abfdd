import { isFinalStatus, type SessionStatus } from '../../protocol/page/outcome.ts';
import type { SessionStatusReply } from '../../protocol/page/status.ts';
import { ProblemError } from '../http/problem.ts';
import type { Background } from '../platform/background.ts';
import type { Clock } from '../platform/storeClock.ts';
import { mayPollAt, pollIntervalOf } from '../poll/mayPollAt.ts';
import { isSessionId } from '../record/isSessionId.ts';
import { mayBePaidAfterDecline } from '../record/pageLife.ts';
import type { Settler } from '../settle/createSettler.ts';
import { whyUnpaid } from '../settle/orderEnd.ts';
import type { SessionRecord, StoredEvent, StoredStatus } from '../store/contract.ts';
import type { ModeStore } from '../store/modeStore.ts';
import { isProcessing } from './isProcessing.ts';

const SHOWN: Readonly<Record<StoredStatus, SessionStatus>> = {
  creating: 'open',
  open: 'open',
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  expired: 'expired',
  // Nobody knows, and money may still be found: the customer waits, and the merchant got an alert.
  unresolved: 'pending',
};

/** What the browser gets of a session: these fields and no others (T13). */
export function toStatusReply(
  session: SessionRecord,
  retryAfterMs: number | null,
  mayRetry = false,
): SessionStatusReply {
  const status = SHOWN[session.status];
  return {
    status,
    orderReference: session.orderReference,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(mayRetry ? { mayRetry } : {}),
  };
}

export interface StatusRouteContext {
  readonly store: Pick<ModeStore, 'getSession' | 'listEvents'>;
  readonly clock: Clock;
  readonly settler: Pick<Settler, 'sync'>;
  readonly background: Background;
  readonly pollIntervalMs: number;
  /** Of the profile (G23): whether a page that was declined can no longer be paid. */
  readonly declineEndsPage: boolean;
}

/** No session has it: a malformed id costs the same query, so that the answer takes as long. */
const NOBODY = '0'.repeat(32);
/** The answer is near for so long after the customer came back. */
const AFTER_RETURN_MS = 15_000;

/**
 * `GET /session/:id`. A settled session is answered from the store; for an open one the gateway is polled first, as often as
 * `mayPollAt` lets it (T48). Unknown ids and malformed ones get the same answer after the same query (T28).
 */
export async function statusRoute(context: StatusRouteContext, id: string): Promise<Response> {
  const { store, clock, settler, background, pollIntervalMs, declineEndsPage } = context;
  const stored = await store.getSession(isSessionId(id) ? id : NOBODY);
  if (stored === null) throw new ProblemError('not_found');
  let session = stored.value;
  const now = await clock();
  const isNew = session.returnedAt === null && now - session.createdAt < pollIntervalMs;
  // The page was just handed out: there is no news of it yet.
  if (!isNew && mayChange(session, now, declineEndsPage) && mayPollAt(session, pollIntervalMs) <= now) {
    const result = await settler.sync(id, { force: false });
    background.run('finish a sync', result.finished);
    session = result.session ?? session;
  }
  const retry = mayRetry(session, now, declineEndsPage);
  const reason = await reasonOf(session, () => store.listEvents(session.id));
  const isOver = isFinalStatus(SHOWN[session.status]) && !retry;
  return Response.json({
    ...toStatusReply(session, isOver ? null : retryAfterMs(session, now, pollIntervalMs), retry),
    ...(reason === null ? {} : { reason }),
  });
}

/** What the customer is told of the status; `null`: nothing. */
async function reasonOf(
  session: SessionRecord,
  listEvents: () => Promise<readonly StoredEvent[]>,
): Promise<NonNullable<SessionStatusReply['reason']> | null> {
  if (session.status === 'failed') {
    const why = whyUnpaid(session, await listEvents());
    return why === 'declined' || why === 'cancelled' ? why : null;
  }
  return (await isProcessing(session, listEvents)) ? 'processing' : null;
}

/** Whether the gateway may have news of a session. */
function mayChange(session: SessionRecord, now: number, declineEndsPage: boolean): boolean {
  return session.status === 'open' || session.status === 'pending' || mayRetry(session, now, declineEndsPage);
}

/** Whether a card was declined and the customer still has the page, where another may be tried (G23). */
function mayRetry(session: SessionRecord, now: number, declineEndsPage: boolean): boolean {
  return session.returnedAt === null && mayBePaidAfterDecline(session, now, declineEndsPage);
}

/** When the widget should poll us again: up to 20 % later (jitter, by the session's own id), so that many do not meet. */
function retryAfterMs(session: SessionRecord, now: number, pollIntervalMs: number): number {
  const isNear = session.returnedAt !== null && now - session.returnedAt < AFTER_RETURN_MS;
  const interval = isNear ? pollIntervalOf(session, pollIntervalMs) : pollIntervalMs;
  return Math.round(interval * (1 + (Number.parseInt(session.id.slice(-4), 16) / 0xffff) * 0.2));
}
