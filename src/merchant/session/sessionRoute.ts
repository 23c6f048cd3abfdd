import * as v from 'valibot';
import type { SessionReason } from '../../protocol/page/session.ts';
import type { FramingWatch } from '../framing/framingWatch.ts';
import { assertOrigin } from '../http/originGate.ts';
import { parseJson } from '../http/parseJson.ts';
import { ProblemError } from '../http/problem.ts';
import type { RateLimiter } from '../http/rateLimit.ts';
import { readBody } from '../http/readBody.ts';
import type { FetchContext, HandlerLimits, OrderFacts } from '../options.ts';
import type { HandlerTimeouts } from '../platform/timeouts.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { Settings } from '../settings.ts';
import type { PriceOrder } from '../shop/priceOrder.ts';
import { admitToOrder } from './admitToOrder.ts';
import { assertOrderSize } from './assertOrderSize.ts';
import { authorizeRequest } from './authorizeRequest.ts';
import { displayOf, type ShopSettings } from './displayOf.ts';
import { keepOrder } from './keepOrder.ts';
import type { OpenRequest, OpenResult } from './openResult.ts';
import { readApp } from './readApp.ts';
import { sessionOf } from './sessionOf.ts';

/** Other fields are ignored: an amount or a test flag from the browser changes nothing (T3, T4). */
const Body = v.object({
  order: v.unknown(),
  reason: v.optional(v.picklist(['open', 'warm', 'renew'] satisfies SessionReason[]), 'open'),
  previous: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[\w.~-]{1,128}$/)))),
});

export interface SessionRouteContext {
  readonly settings: Pick<Settings, 'merchantOrigins' | 'authorize' | 'appReturnUrls'> & ShopSettings;
  readonly decimals: RecordContext['decimals'];
  readonly limits: Pick<HandlerLimits, 'maxBodyBytes' | 'maxOrderBytes' | 'answerTimeoutMs'>;
  readonly timeouts: Pick<HandlerTimeouts, 'bodyMs'>;
  readonly rateLimiter: Pick<RateLimiter, 'takeSession' | 'admit'>;
  readonly priceOrder: PriceOrder;
  readonly openSession: (order: OrderFacts, request: OpenRequest) => Promise<OpenResult>;
  readonly framing: Pick<FramingWatch, 'framingOf'>;
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
  await rateLimiter.takeSession({ clientAddress, untrustedForwarding });
  const app = readApp(settings.appReturnUrls, new URL(request.url).searchParams);
  const body = parseBody(await readBody(request, limits.maxBodyBytes, timeouts.bodyMs));
  assertOrderSize(body.order, limits.maxOrderBytes);

  const principal = await authorizeRequest(settings.authorize, limits.answerTimeoutMs, request);
  const order = await priceOrder(body.order, { reason: 'session', request, principal });
  if (order === null) throw new ProblemError('order_not_found');
  const { orderReference } = order;
  const asker = { principal, clientAddress, untrustedForwarding };
  const sessions = await admitToOrder(rateLimiter, asker, orderReference);

  const result = await context.openSession(order, {
    reason: body.reason,
    previous: body.previous ?? null,
    correlationId,
    sessions,
    order: keepOrder(body.order, orderReference),
    app,
  });
  const session = sessionOf(result);
  const framing = context.framing.framingOf(session.redirectUrl, request.headers.get('origin'));
  const display = displayOf(settings, order, context.decimals);
  return Response.json({ ...session, ...framing, ...display }, { status: 201 });
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
