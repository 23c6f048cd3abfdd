import { isFinalStatus, type SessionStatus } from '../../protocol/page/outcome.ts';
import type { SessionStatusReply } from '../../protocol/page/status.ts';
import { ProblemError } from '../http/problem.ts';
import { jsonResponse } from '../http/textResponse.ts';
import type { Parts } from '../parts.ts';
import { isOurId } from '../record/isSessionId.ts';
import { mayBePaidAfterDecline } from '../session/decideOnLive.ts';
import type { Settler } from '../settle/settler.ts';
import type { SessionRecord, StoredStatus } from '../store/contract.ts';

const SHOWN: Readonly<Record<StoredStatus, SessionStatus>> = {
  creating: 'open',
  open: 'open',
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  expired: 'expired',
  // Nobody knows, and money may still be found: the customer is told to wait, the merchant was alerted.
  unresolved: 'pending',
};

/** What the browser is told of a session: these fields and no others (T13). */
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

/** Looks up nothing, in the time that a look-up takes. */
const NOBODY = '0'.repeat(32);
const CLOSE_MS = 15_000;

/**
 * `GET /session/:id`. A settled session is answered from the store; an open one has the gateway asked first, at the pace
 * of `limits.pollIntervalMs` over all processes and pollers (T48). Unknown ids and malformed ones get the same answer after
 * the same look-up (T28).
 */
export async function statusRoute(parts: Parts, settler: Settler, id: string): Promise<Response> {
  const stored = await parts.store.getSession(isOurId(id) ? id : NOBODY);
  if (stored === null) throw new ProblemError('not_found');
  let session = stored.value;
  const now = await parts.clock();
  if (mayChange(parts, session, now) && isTimeToAsk(parts, session, now)) {
    const look = await settler.look(id, 'gently');
    if (look !== null && look !== 'busy') {
      session = look.session;
      parts.background('finish a look', look.rest);
    }
  }
  const isOver = isFinalStatus(SHOWN[session.status]) && !mayRetry(parts, session, now);
  return jsonResponse(
    toStatusReply(session, isOver ? null : retryAfter(parts, session, now), mayRetry(parts, session, now)),
  );
}

/** Whether the gateway may have news of a session. */
function mayChange(parts: Parts, session: SessionRecord, now: number): boolean {
  return session.status === 'open' || session.status === 'pending' || mayRetry(parts, session, now);
}

/** Whether a card was declined and the customer still has the page, where another may be tried (G23). */
function mayRetry({ gateway }: Parts, session: SessionRecord, now: number): boolean {
  const { declineEndsPage } = gateway.profile.redirect;
  return session.returnedAt === null && mayBePaidAfterDecline(session, now, declineEndsPage);
}

function isTimeToAsk({ settings }: Parts, session: SessionRecord, now: number): boolean {
  return now >= (session.checkedAt ?? session.createdAt) + pace(settings.limits.pollIntervalMs, session);
}

/** Once the customer is back the answer is near, and somebody is waiting for it. */
function pace(pollIntervalMs: number, session: SessionRecord): number {
  return session.returnedAt === null ? pollIntervalMs : pollIntervalMs / 4;
}

/** When to ask us again, spread so that many pollers do not meet. */
function retryAfter({ settings }: Parts, session: SessionRecord, now: number): number {
  const { pollIntervalMs } = settings.limits;
  const isClose = session.returnedAt !== null && now - session.returnedAt < CLOSE_MS;
  const every = isClose ? pollIntervalMs / 4 : pollIntervalMs;
  return Math.round(every * (1 + (Number.parseInt(session.id.slice(-4), 16) / 0xffff) * 0.2));
}
