import * as v from 'valibot';
import type { SessionReason } from '../../protocol/page/session.ts';
import { addressKey } from '../http/addressKey.ts';
import { assertOrigin } from '../http/originGate.ts';
import { parseJson } from '../http/parseJson.ts';
import { ProblemError } from '../http/problem.ts';
import { takeOrRefuse } from '../http/rateLimit.ts';
import { readBody } from '../http/readBody.ts';
import { jsonResponse } from '../http/textResponse.ts';
import type { FetchContext } from '../options.ts';
import type { Parts } from '../parts.ts';
import type { Settler } from '../settle/settler.ts';
import { callMerchant } from '../shop/callMerchant.ts';
import { priceOrder } from '../shop/priceOrder.ts';
import { askerOf } from './askerOf.ts';
import { keepOrder } from './keepOrder.ts';
import { openSession } from './openSession.ts';

/** Fields beside these are not looked at: an amount or a test flag from the browser changes nothing (T3, T4). */
const Body = v.object({
  order: v.unknown(),
  reason: v.optional(v.picklist(['open', 'warm', 'renew'] satisfies SessionReason[]), 'open'),
  previous: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[\w.~-]{1,128}$/)))),
});

/** `POST /session`: checks who asks, has the merchant price the order, answers with a page to pay on. */
export async function sessionRoute(
  parts: Parts,
  settler: Settler,
  request: Request,
  context: FetchContext,
  correlationId: string,
): Promise<Response> {
  const { settings } = parts;
  const { limits } = settings;
  assertOrigin(request, settings.merchantOrigins);
  const type = request.headers.get('content-type') ?? '';
  // A form or text/plain body needs no preflight, so another site's page could send one (T29).
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ProblemError('unsupported_media_type', {
      detail: 'Send JSON, with content-type: application/json.',
    });
  }
  const { clientAddress, untrustedForwarding } = context;
  if (clientAddress !== undefined) {
    await takeOrRefuse(parts, 'sessionsPerAddress', { name: addressKey(clientAddress), untrustedForwarding });
  }
  const body = readRequest(await readBody(request, limits.maxBodyBytes, parts.timeouts.bodyMs));

  const principal = await authorize(parts, request);
  const order = await priceOrder(parts, body.order, { reason: 'session', request, principal });
  if (order === null) throw new ProblemError('order_not_found');
  const asker = await askerOf(parts.sha256, principal, clientAddress);
  // By asker first: a stranger who names the order uses up the stranger's share of it, not the customer's (T63).
  await takeOrRefuse(parts, 'sessionsPerOrder', {
    name: `${asker}:${order.orderReference}`,
    untrustedForwarding,
  });
  await takeOrRefuse(parts, 'sessionsPerOrderInTotal', { name: order.orderReference });

  const result = await openSession(parts, settler, order, {
    reason: body.reason,
    previous: body.previous ?? null,
    correlationId,
    order: keepWithin(body.order, order.orderReference, limits.maxOrderBytes),
  });
  switch (result.kind) {
    case 'session':
      return jsonResponse(result.session, 201);
    case 'completed':
      throw new ProblemError('already_completed', {
        sessionId: result.sessionId,
        orderReference: result.orderReference,
      });
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

function readRequest(bytes: Uint8Array): v.InferOutput<typeof Body> {
  const json = parseJson(bytes);
  if (!json.ok) throw new ProblemError('invalid_request', { detail: json.reason });
  const body = v.safeParse(Body, json.value);
  if (body.success) return body.output;
  const [issue] = body.issues;
  throw new ProblemError('invalid_request', {
    detail: `${v.getDotPath(issue) ?? 'The body'}: expected ${issue.expected ?? 'another value'}. The body is { order, reason, previous? }.`,
  });
}

async function authorize({ settings }: Parts, request: Request): Promise<unknown> {
  const { authorize: ask, limits } = settings;
  if (ask === 'anyone') return null;
  const principal: unknown = await callMerchant(
    { name: 'authorize', limitMs: limits.answerTimeoutMs, limitName: 'limits.answerTimeoutMs' },
    () => ask(request),
  );
  // `false` and '' too: what a check such as `isLoggedIn(request)` or `session.userId` says of nobody.
  if (!principal) throw new ProblemError('not_authorized');
  return principal;
}

/** The order as it is kept; the bound keeps the store from being filled by browsers. */
function keepWithin(order: unknown, orderReference: string, mostBytes: number): string {
  const kept = keepOrder(order, orderReference);
  const bytes = new TextEncoder().encode(kept).length;
  if (bytes <= mostBytes) return kept;
  throw new ProblemError('body_too_large', {
    detail: `The order is ${bytes} bytes long; ${mostBytes} are taken (limits.maxOrderBytes). Send the basket's id in place of the basket.`,
  });
}
