import type { Problem, ProblemCode } from '../../protocol/page/problem.ts';

/** Status and title of each code; both are stable, as is `type`. */
const PROBLEMS: Readonly<Record<ProblemCode, readonly [status: number, title: string]>> = {
  invalid_request: [400, 'The request is not understood.'],
  not_authorized: [401, 'You may not pay for this order.'],
  origin_not_allowed: [403, 'Pages of this origin may not open a checkout.'],
  not_found: [404, 'There is nothing here.'],
  order_not_found: [404, 'There is no such order to pay.'],
  method_not_allowed: [405, 'This address does not take that method.'],
  already_completed: [409, 'This order has been paid.'],
  session_in_progress: [409, 'A payment page for this order is still open.'],
  body_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The body is in a form that is not read here.'],
  rate_limited: [429, 'Too many requests.'],
  internal_error: [500, 'Something went wrong on our side.'],
  gateway_refused: [502, 'The payment gateway refused the request.'],
  gateway_unavailable: [503, 'The payment gateway cannot be reached.'],
  store_unavailable: [503, 'The payment records cannot be reached.'],
  notification_not_handled: [503, 'The notification was stored, and not handled yet.'],
  shutting_down: [503, 'This server is shutting down.'],
};

export type ProblemDetails = Partial<
  Pick<Problem, 'detail' | 'sessionId' | 'orderReference' | 'retryAfterMs' | 'status' | 'test'>
>;

/** A failed request, on its way to becoming an answer. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly details: ProblemDetails;
  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.detail ?? PROBLEMS[code][1]);
    this.code = code;
    this.details = details;
  }
}

/** The status that answers a code, unless its details say another. */
export function statusOf(code: ProblemCode, { status }: ProblemDetails = {}): number {
  return status ?? PROBLEMS[code][0];
}

/** `Retry-After`, in whole seconds, where there is a time to wait for. */
export function setRetryAfter(headers: Headers, { retryAfterMs }: ProblemDetails): void {
  if (retryAfterMs === undefined) return;
  headers.set('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
}

/** `application/problem+json` (RFC 9457); `Retry-After` stands beside `retryAfterMs`. */
export function problemResponse(code: ProblemCode, details: ProblemDetails = {}): Response {
  const [status, title] = PROBLEMS[code];
  const problem: Problem = {
    // A name and no address of the docs: clients may compare it (RFC 9457), and the docs can move. `code` is what to look up.
    type: `urn:hpp-checkout:problem:${code}`,
    title,
    status,
    code,
    ...details,
  };
  const headers = new Headers({ 'content-type': 'application/problem+json; charset=utf-8' });
  setRetryAfter(headers, details);
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
