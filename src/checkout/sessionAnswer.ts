import { type Problem, parseProblem } from '../protocol/page/problem.ts';
import { type CheckoutSession, parseSession } from '../protocol/page/session.ts';
import { CheckoutError, type CheckoutErrorCode } from './checkoutError.ts';
import type { Instant } from './instant.ts';
import { checkRedirectUrl } from './redirectUrl.ts';
import type { CheckoutConfig } from './settings.ts';
import { untilAborted } from './untilAborted.ts';

/** A request for a session that is under way. */
export interface SessionCall {
  sentAt: Instant;
  /** The reply of the merchant's server, unread; a merchant's own `session` function counts as status 200. */
  reply: Promise<{ status: number; headers?: Headers | undefined; body: unknown }>;
  /** Takes the request back. */
  abort: AbortController;
}

/** What the merchant's server answered to the wish to pay. */
export type SessionAnswer =
  /** `redirectUrl` is checked. */
  | { type: 'session'; session: CheckoutSession; sentAt: Instant }
  /** The order is paid already. */
  | { type: 'alreadyPaid'; sessionId: string | null; orderReference?: string }
  /** Another session of the order, this one, may still be paid; a new one must wait. */
  | { type: 'wait'; afterMs: number; sessionId: string | undefined }
  | { type: 'refused'; error: CheckoutError };

/** The `cause` of a `session_create_failed` that the server answered. */
export interface Refusal {
  status: number;
  headers?: Headers | undefined;
  /** The problem document, if the answer was one. */
  problem: Pick<Problem, 'code' | 'detail' | 'test'> | null;
}

const WAIT_MS = 2000;
/** A server that says "again at once" is not asked without end (T74). */
const SHORTEST_WAIT_MS = 500;

/** Reads the reply. Never rejects: every way to fail is an answer. */
export async function readSessionAnswer(
  { sentAt, reply, abort }: SessionCall,
  isOnline: boolean,
  gatewayOrigins: CheckoutConfig['gatewayOrigins'],
): Promise<SessionAnswer> {
  try {
    const { status, headers, body } = await untilAborted(reply, abort.signal);
    const problem = parseProblem(body);
    const cause: Refusal = { status, headers, problem };
    if (status < 300) {
      const session = parseSession(body);
      if (!session.ok)
        return failed(`the session endpoint's answer cannot be read: ${session.reason}`, cause);
      session.value.redirectUrl = checkRedirectUrl(session.value.redirectUrl, gatewayOrigins);
      return { type: 'session', session: session.value, sentAt };
    }
    if (problem?.code === 'already_completed') {
      const { sessionId = null, orderReference } = problem;
      return { type: 'alreadyPaid', sessionId, ...(orderReference !== undefined && { orderReference }) };
    }
    if (
      problem?.code === 'session_in_progress' ||
      (problem?.code === 'rate_limited' && problem.retryAfterMs)
    ) {
      const afterMs = Math.max(problem.retryAfterMs ?? WAIT_MS, SHORTEST_WAIT_MS);
      return { type: 'wait', afterMs, sessionId: problem.sessionId };
    }
    return failed(
      `the session endpoint answered ${status} ${problem?.code ?? ''} ${problem?.detail ?? ''}`.trim(),
      cause,
    );
  } catch (cause) {
    if (cause instanceof CheckoutError) return { type: 'refused', error: cause };
    if (!isOnline) return failed('no network', cause, 'offline');
    if ((cause as Error)?.name === 'TimeoutError') {
      return failed('no answer in time', cause, 'session_create_timeout');
    }
    return failed('the session endpoint could not be asked', cause);
  }
}

function failed(
  message: string,
  cause?: unknown,
  code: CheckoutErrorCode = 'session_create_failed',
): SessionAnswer {
  return { type: 'refused', error: new CheckoutError(code, message, cause) };
}
