import * as v from 'valibot';
import type { SessionReason } from '../../protocol/page/session.ts';
import { addressKey } from '../http/addressKey.ts';
import { assertOrigin } from '../http/originGate.ts';
import { parseJson } from '../http/parseJson.ts';
import { ProblemError } from '../http/problem.ts';
import type { RateLimiter } from '../http/rateLimit.ts';
import { readBody } from '../http/readBody.ts';
import { jsonResponse } from '../http/textResponse.ts';
import type { FetchContext, HandlerLimits, OrderFacts } from '../options.ts';
import type { HandlerTimeouts } from '../platform/timeouts.ts';
import type { Settings } from '../settings.ts';
import { callMerchant } from '../shop/callMerchant.ts';
import type { PriceOrder } from '../shop/priceOrder.ts';
import { askerOf } from './askerOf.ts';
import { keepOrder } from './keepOrder.ts';
import type { OpenRequest, OpenResult } from './openResult.ts';

/** Other fields are ignored: an amount or a test flag from the browser changes nothing (T3, T4). */
const Body = v.object({
  order: v.unknown(),
  reason: v.optional(v.picklist(['open', 'warm', 'renew'] satisfies SessionReason[]), 'open'),
  previous: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[\w.~-]{1,128}$/)))),
});

export interface SessionRouteContext {
  readonly settings: Pick<Settings, 'merchantOrigins' | 'authorize'>;
  readonly limits: Pick<HandlerLimits, 'maxBodyBytes' | 'maxOrderBytes' | 'answerTimeoutMs'>;
  readonly timeouts: Pick<HandlerTimeouts, 'bodyMs'>;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly priceOrder: PriceOrder;
  readonly openSession: (order: OrderFacts, request: OpenRequest) => Promise<OpenResult>;
}

/** `POST /session`: checks who asks, has the merchant price the order, answers with a page to pay on. */
export async function sessionRoute(
  context: SessionRouteContext,
  request: Request,
  { clientAddress, untrustedForwarding }: FetchContext,
  correlationId: string,
): Promise<Response> {
  const { settings, limits, timeouts, rateLimiter, priceOrder } = context;
  assertOrigin(request, settings.merchantOrigins);
  assertJson(request);
  if (clientAddress !== undefined) {
    await rateLimiter.take('sessionsPerAddress', { name: addressKey(clientAddress), untrustedForwarding });
  }
  const body = parseBody(await readBody(request, limits.maxBodyBytes, timeouts.bodyMs));
  assertOrderSize(body.order, limits.maxOrderBytes);

  const principal = await authorize(settings.authorize, limits.answerTimeoutMs, request);
  const order = await priceOrder(body.order, { reason: 'session', request, principal });
  if (order === null) throw new ProblemError('order_not_found');
  const { orderReference } = order;
  const asker = await askerOf(principal, clientAddress);
  // By asker first: an attacker who names the order uses up their own share of it, not the customer's (T63).
  await rateLimiter.take('sessionsPerOrder', { name: `${asker}:${orderReference}`, untrustedForwarding });
  await rateLimiter.take('sessionsPerOrderInTotal', { name: orderReference });

  const result = await context.openSession(order, {
    reason: body.reason,
    previous: body.previous ?? null,
    correlationId,
    order: keepOrder(body.order, orderReference),
  });
  return toResponse(result);
}

function toResponse(result: OpenResult): Response {
  switch (result.kind) {
    case 'session':
      return jsonResponse(result.session, 201);
    case 'completed': {
      const { sessionId, orderReference } = result;
      throw new ProblemError('already_completed', { sessionId, orderReference });
    }
    case 'in_progress': {
      const { kind: _, ...details } = result;
      throw new ProblemError('session_in_progress', details);
    }
    case 'refused':
      throw new ProblemError('gateway_refused');
    case 'unavailable':
      throw new ProblemError('gateway_unavailable', { retryAfterMs: result.retryAfterMs ?? 2_000 });
  }
}

/** A form or text/plain body needs no preflight, so another site's page could send one (T29). */
function assertJson(request: Request): void {
  if (/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) return;
  throw new ProblemError('unsupported_media_type', {
    detail: 'Send JSON, with content-type: application/json.',
  });
}

function parseBody(bytes: Uint8Array): v.InferOutput<typeof Body> {
  const json = parseJson(bytes);
  if (!json.ok) throw new ProblemError('invalid_request', { detail: json.reason });
  const body = v.safeParse(Body, json.value);
  if (body.success) return body.output;
  const [issue] = body.issues;
  throw new ProblemError('invalid_request', {
    detail: `${v.getDotPath(issue) ?? 'The body'}: expected ${issue.expected ?? 'another value'}. The body is { order, reason, previous? }.`,
  });
}

/** The order is kept with the session: the bound keeps browsers from filling the store. */
function assertOrderSize(order: unknown, maxOrderBytes: number): void {
  const bytes = new TextEncoder().encode(JSON.stringify(order) ?? '').length;
  if (bytes <= maxOrderBytes) return;
  throw new ProblemError('body_too_large', {
    detail: `The order is ${bytes} bytes long; at most ${maxOrderBytes} are taken (limits.maxOrderBytes). Send the basket's id in place of the basket.`,
  });
}

async function authorize(
  ask: Settings['authorize'],
  answerTimeoutMs: number,
  request: Request,
): Promise<unknown> {
  if (ask === 'anyone') return null;
  const principal: unknown = await callMerchant(
    { name: 'authorize', limitMs: answerTimeoutMs, limitName: 'limits.answerTimeoutMs' },
    () => ask(request),
  );
  // `false` and '' too: what a check such as `isLoggedIn(request)` or `session.userId` says of nobody.
  if (!principal) throw new ProblemError('not_authorized');
  return principal;
}
