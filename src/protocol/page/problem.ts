import { ownFields } from './record.ts';
import { readWaitMs } from './waitMs.ts';

/** `application/problem+json` (RFC 9457) with a stable `code`; what every failed route of the handler answers. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail?: string;
  /** With `already_completed`: the session that paid for the order. With `session_in_progress`: whose page is still open. */
  sessionId?: string;
  orderReference?: string;
  /** With `session_in_progress` and `rate_limited`: when to ask again. The widget asks within 300,000 ms in any case. */
  retryAfterMs?: number;
  /** Whether the gateway client is in test mode. Then the widget tells its developer why a session was refused. */
  test?: boolean;
}

/** Stable codes of the handler's problem documents; each stands in the docs' troubleshooting. */
export type ProblemCode =
  | 'invalid_request'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'origin_not_allowed'
  | 'not_authorized'
  | 'order_not_found'
  | 'already_completed'
  | 'session_in_progress'
  | 'rate_limited'
  | 'gateway_refused'
  | 'gateway_unavailable'
  | 'store_unavailable'
  | 'notification_not_handled'
  | 'shutting_down'
  | 'not_found'
  | 'method_not_allowed'
  | 'internal_error';

/** The fields the widget acts on; any other reply reads as `null`. */
export function parseProblem(
  value: unknown,
): Pick<Problem, 'code' | 'sessionId' | 'orderReference' | 'retryAfterMs' | 'detail' | 'test'> | null {
  const field = ownFields(value);
  const code = field?.('code');
  if (field === null || typeof code !== 'string') return null;
  const problem: ReturnType<typeof parseProblem> & object = {
    __proto__: null,
    code,
    // No more than truth or falsehood is read of it.
    test: field('test'),
  } as never;
  for (const name of ['sessionId', 'orderReference', 'detail'] as const) {
    const text = field(name);
    if (typeof text === 'string') problem[name] = text;
  }
  const retryAfterMs = readWaitMs(field('retryAfterMs'));
  if (retryAfterMs !== undefined) problem.retryAfterMs = retryAfterMs;
  return problem;
}
