import { redactText } from '../../protocol/gateway/redactText.ts';
import { type ErrorContext, GatewayError } from './gatewayError.ts';

const BODY_SHOWN = 2048;

export interface HttpErrorContext extends ErrorContext {
  status: number;
  body?: string;
  /** The gateway's own error text. */
  errorMessage?: string | null;
  /** The code in it, where the profile finds one (N20). */
  gatewayCode?: string | null;
  retryAfterMs?: number | null;
}

/** The gateway refused the request: an HTTP status that is no success. */
export class HttpError extends GatewayError {
  static override readonly kind: string = 'HttpError';
  readonly code: string = 'http_error';
  readonly status: number;
  /** The answer's first 2 KiB, redacted. */
  readonly body: string;
  readonly errorMessage: string | null;
  readonly gatewayCode: string | null;
  /** From `Retry-After`; `null` where the answer has none. */
  readonly retryAfterMs: number | null;

  constructor(message: string, context: HttpErrorContext) {
    super(message, context);
    this.status = context.status;
    // Redacted before it is cut, since a cut card number would pass.
    this.body = redactText(context.body ?? '').slice(0, BODY_SHOWN);
    this.errorMessage = context.errorMessage == null ? null : redactText(context.errorMessage);
    this.gatewayCode = context.gatewayCode ?? null;
    this.retryAfterMs = context.retryAfterMs ?? null;
  }
}

/** Credentials or signature missing or wrong (S161). */
export class AuthenticationError extends HttpError {
  static override readonly kind = 'AuthenticationError';
  override readonly code = 'authentication_failed';
}

/** Not allowed for this merchant: PCI level, live mode, an approval that is missing (S162). */
export class PermissionError extends HttpError {
  static override readonly kind = 'PermissionError';
  override readonly code = 'permission_denied';
}

/** No such transaction or card token (S155). */
export class NotFoundError extends HttpError {
  static override readonly kind = 'NotFoundError';
  override readonly code = 'not_found';
}

/** The unique reference was used before with another request (G21). */
export class ConflictError extends HttpError {
  static override readonly kind = 'ConflictError';
  override readonly code = 'conflict';
}

/** Too many requests (N25). */
export class RateLimitError extends HttpError {
  static override readonly kind = 'RateLimitError';
  override readonly code = 'rate_limited';
}

/** The gateway failed. */
export class ServerError extends HttpError {
  static override readonly kind = 'ServerError';
  override readonly code = 'server_error';
}

/** An answer that is no JSON object, too large, or lacks a field that we act on. */
export class ResponseShapeError extends GatewayError {
  static override readonly kind = 'ResponseShapeError';
  readonly code = 'response_invalid';
  /** The field, where it is one. */
  readonly path: string | null;

  constructor(message: string, context: ErrorContext & { path?: string } = {}) {
    super(message, context);
    this.path = context.path ?? null;
  }
}

/** An answer whose signature is wrong, or missing where the profile requires one. */
export class ResponseSignatureError extends GatewayError {
  static override readonly kind = 'ResponseSignatureError';
  readonly code = 'response_signature_invalid';
}

/** HTTP says yes, `isSuccess` says no, on a call that has no outcome of its own: page, token and status calls. */
export class GatewayRejectedError extends GatewayError {
  static override readonly kind = 'GatewayRejectedError';
  readonly code = 'rejected';
  readonly errorMessage: string | null;
  readonly gatewayCode: string | null;

  constructor(
    message: string,
    context: ErrorContext & { errorMessage: string | null; gatewayCode: string | null },
  ) {
    super(message, context);
    this.errorMessage = context.errorMessage === null ? null : redactText(context.errorMessage);
    this.gatewayCode = context.gatewayCode;
  }
}
