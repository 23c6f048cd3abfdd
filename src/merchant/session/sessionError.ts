import type { ProblemCode } from '../../protocol/page/problem.ts';
import type { ProblemDetails } from '../http/problem.ts';

/** Why `createSession` made no session. */
export type CheckoutSessionErrorCode = Extract<
  ProblemCode,
  /** The order has been paid; `sessionId` is the session that paid for it. */
  | 'already_completed'
  /** `resolveOrder` answered `null`. */
  | 'order_not_found'
  /** Another page of the order may still be paid, and cannot be handed out again: try again after `retryAfterMs`. */
  | 'session_in_progress'
  /** The gateway refused the request: an error of ours, or a wrong setting. */
  | 'gateway_refused'
  | 'gateway_unavailable'
  | 'store_unavailable'
  /** The handler was closed. */
  | 'shutting_down'
  /** The order is larger than `limits.maxOrderBytes`. */
  | 'body_too_large'
  /** `resolveOrder` failed, or gave what cannot be sent: see `cause`. */
  | 'internal_error'
>;

/** `createSession` made no session; `code` says why, in the words of `POST /session`. */
export class CheckoutSessionError extends Error {
  override readonly name = 'CheckoutSessionError';
  readonly code: CheckoutSessionErrorCode;
  /** When to try again, where it helps to. */
  readonly retryAfterMs?: number;
  readonly sessionId?: string;
  readonly orderReference?: string;
  constructor(
    code: CheckoutSessionErrorCode,
    message: string,
    { retryAfterMs, sessionId, orderReference }: ProblemDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
    if (sessionId !== undefined) this.sessionId = sessionId;
    if (orderReference !== undefined) this.orderReference = orderReference;
  }
}
