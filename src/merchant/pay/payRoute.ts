import type { Context } from 'hono';
import { appMessage } from '../../protocol/page/appMessage.ts';
import { type ErrorContext, problemOf } from '../http/errorResponse.ts';
import { isPrefetch } from '../http/isPrefetch.ts';
import { assertOrigin } from '../http/originGate.ts';
import { ProblemError } from '../http/problem.ts';
import type { RateLimiter } from '../http/rateLimit.ts';
import { readBody } from '../http/readBody.ts';
import type { FetchContext, HandlerLimits, OrderFacts } from '../options.ts';
import type { HandlerTimeouts } from '../platform/timeouts.ts';
import { admitToOrder } from '../session/admitToOrder.ts';
import { keepOrder } from '../session/keepOrder.ts';
import type { OpenRequest, OpenResult } from '../session/openResult.ts';
import { sessionOf } from '../session/sessionOf.ts';
import type { Settings } from '../settings.ts';
import {
  type AnswerPageContext,
  answerPage,
  NO_ROBOTS,
  type PayAnswer,
  problemAnswer,
} from './answerPage.ts';
import { type FindOrderContext, findOrder, OrderPaid } from './findOrder.ts';
import { PayLinkEnded } from './links/payLinks.ts';
import { readWish, type Wish } from './readWish.ts';

export interface PayRouteContext
  extends FindOrderContext,
    AnswerPageContext,
    Pick<ErrorContext, 'log' | 'failures'> {
  readonly settings: FindOrderContext['settings'] &
    AnswerPageContext['settings'] &
    Pick<Settings, 'merchantOrigins' | 'appReturnUrls'>;
  readonly limits: FindOrderContext['limits'] & Pick<HandlerLimits, 'maxBodyBytes'>;
  readonly timeouts: Pick<HandlerTimeouts, 'bodyMs'>;
  readonly rateLimiter: RateLimiter;
  readonly openSession: (order: OrderFacts, request: OpenRequest) => Promise<OpenResult>;
}

/**
 * `GET /pay?order=…` and `?link=…`: a small page with the sum and a button, that a person can come to from anywhere: a link
 * whose script has not run, a mail, a QR code. `POST /pay`, by that button: makes the session, or takes the order's live page, and leads
 * to it. Nothing else does: not `GET`, not `HEAD`, not a browser that fetches ahead.
 */
export async function payRoute(context: PayRouteContext, c: Context): Promise<Response> {
  const request = c.req.raw;
  const correlationId = context.randomHex(8);
  let wish: Wish | null = null;
  try {
    await context.rateLimiter.takeRead(c.env);
    const isForm = request.method === 'POST';
    const named = new URL(request.url).searchParams;
    const fields = isForm ? await readForm(context, request) : named;
    // A form without fields whose address is the link itself.
    wish = readWish(fields.size === 0 ? named : fields, context.settings.appReturnUrls);
    if (isForm && !isPrefetch(request)) {
      return seeOther(await openPage(context, wish, request, c.env, correlationId));
    }
    const { order, price } = await findOrder(context, wish, request);
    const { orderReference, language } = order;
    return await answerPage(context, c, {
      status: 200,
      content: { state: 'pay', wish, orderReference, price },
      language,
    });
  } catch (error) {
    return answerPage(
      context,
      c,
      failureAnswer(context, error, { wish, method: request.method, correlationId }),
    );
  }
}

function failureAnswer(
  context: PayRouteContext,
  thrown: unknown,
  { wish, method, correlationId }: { wish: Wish | null; method: string; correlationId: string },
): PayAnswer {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error instanceof PayLinkEnded) {
    const tell = appMessage({ outcome: 'expired', sessionId: null, orderReference: null });
    return { status: 410, content: { state: 'ended', again: null, tell } };
  }
  // The path alone: who reads a link in a log could pay by it.
  const problem = problemOf(context, error, { method, path: '/pay', correlationId });
  const app = error instanceof OrderPaid ? error.app : null;
  return problemAnswer(context, problem, wish && { ...wish, app: app ?? wish.app }, method);
}

/** The address of the hosted page. @throws ProblemError, PayLinkEnded */
async function openPage(
  context: PayRouteContext,
  wish: Wish,
  request: Request,
  { clientAddress, untrustedForwarding }: FetchContext,
  correlationId: string,
): Promise<string> {
  const { rateLimiter, settings, openSession } = context;
  assertOwnForm(request, settings.merchantOrigins);
  await rateLimiter.takeSession({ clientAddress, untrustedForwarding });
  const { order, named, reason, app, principal } = await findOrder(context, wish, request);
  const { orderReference } = order;
  const asker = { principal, clientAddress, untrustedForwarding };
  const sessions = await admitToOrder(rateLimiter, asker, orderReference);
  const { redirectUrl } = sessionOf(
    await openSession(order, {
      reason,
      previous: null,
      correlationId,
      sessions,
      order: keepOrder(named, orderReference),
      app: app ?? wish.app,
    }),
  );
  return redirectUrl;
}

/** @throws ProblemError for what no form of ours sends. */
async function readForm({ limits, timeouts }: PayRouteContext, request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type');
  const bytes = await readBody(request, limits.maxBodyBytes, timeouts.bodyMs);
  const isForm = type !== null && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
  if (!isForm && (type !== null || bytes.byteLength > 0)) throw new ProblemError('unsupported_media_type');
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/**
 * Our own page, or one of the shop's (T29). A browser that hides the origin of its requests says `null`, and tells by `Sec-Fetch-Site`, which
 * no page can set, that the form was ours. https://fetch.spec.whatwg.org/#append-a-request-origin-header
 *
 * @throws ProblemError `origin_not_allowed`
 */
function assertOwnForm(request: Request, allowed: readonly string[]): void {
  const { headers } = request;
  if (headers.get('origin') === 'null' && headers.get('sec-fetch-site') === 'same-origin') return;
  assertOrigin(request, allowed);
}

/** To the hosted page by GET, so that Back leads to our page and a reload sends no form. */
function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...NO_ROBOTS, location } });
}
