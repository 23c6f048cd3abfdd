import type { Context } from 'hono';
import { addressKey } from '../http/addressKey.ts';
import { type ErrorContext, problemOf } from '../http/errorResponse.ts';
import { assertOrigin } from '../http/originGate.ts';
import { type ProblemDetails, ProblemError, setRetryAfter, statusOf } from '../http/problem.ts';
import type { RateLimiter } from '../http/rateLimit.ts';
import { readBody } from '../http/readBody.ts';
import { textResponse } from '../http/textResponse.ts';
import type { FetchContext, HandlerLimits, OrderFacts } from '../options.ts';
import { chooseLanguage } from '../page/chooseLanguage.ts';
import type { HandlerTimeouts } from '../platform/timeouts.ts';
import { keepOrder } from '../session/keepOrder.ts';
import { limitByOrder } from '../session/limitByOrder.ts';
import type { OpenRequest, OpenResult } from '../session/openResult.ts';
import { sessionOf } from '../session/sessionOf.ts';
import type { Settings } from '../settings.ts';
import { backUrlOf } from './backUrlOf.ts';
import { type FindOrderContext, findOrder } from './findOrder.ts';
import { noticeOf } from './noticeOf.ts';
import { type PayContent, payPage, payPolicy } from './payPage.ts';
import { readWish, type Wish } from './readWish.ts';

export interface PayRouteContext extends FindOrderContext {
  readonly settings: FindOrderContext['settings'] &
    Pick<
      Settings,
      | 'publicUrl'
      | 'publicOrigin'
      | 'merchantOrigins'
      | 'shopName'
      | 'continueUrl'
      | 'failureUrl'
      | 'appReturnUrls'
    >;
  readonly limits: FindOrderContext['limits'] & Pick<HandlerLimits, 'maxBodyBytes'>;
  readonly timeouts: Pick<HandlerTimeouts, 'bodyMs'>;
  readonly rateLimiter: RateLimiter;
  readonly openSession: (order: OrderFacts, request: OpenRequest) => Promise<OpenResult>;
  /** Random bytes as hex digits. */
  readonly randomHex: (bytes: number) => string;
  readonly errors: Omit<ErrorContext, 'test'>;
  /** Mode of the gateway client. */
  readonly test: boolean;
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
  let language: string | undefined;
  try {
    await context.rateLimiter.takeRead(c.env);
    const isClick = request.method === 'POST' && !isPrefetch(request);
    const fields = request.method === 'POST' ? await readForm(context, request) : queryOf(request);
    wish = readWish(fields, context.settings.appReturnUrls);
    if (isClick) {
      assertOwnForm(request, context.settings.merchantOrigins);
      const { redirectUrl } = await openPage(context, wish, request, c.env, correlationId);
      return seeOther(redirectUrl);
    }
    const { order, price } = await findOrder(context, wish, request);
    const { orderReference } = order;
    language = order.language;
    return await answer(context, c, 200, language, { state: 'pay', wish, orderReference, price });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const { code, details } = problemOf(context.errors, error, request, correlationId);
    const { state, mayTryAgain } = noticeOf(code);
    const again = mayTryAgain && wish !== null ? addressOf(context.settings, wish) : null;
    // Whoever opens the page of a paid order learns what they came for; only the click could not be done.
    const status = code === 'already_completed' && request.method !== 'POST' ? 200 : statusOf(code, details);
    return answer(context, c, status, language, { state, again }, details);
  }
}

async function openPage(
  context: PayRouteContext,
  wish: Wish,
  request: Request,
  { clientAddress, untrustedForwarding }: FetchContext,
  correlationId: string,
): Promise<{ redirectUrl: string }> {
  const { rateLimiter } = context;
  if (clientAddress !== undefined) {
    await rateLimiter.take('sessionsPerAddress', { name: addressKey(clientAddress), untrustedForwarding });
  }
  const { order, named, reason, principal } = await findOrder(context, wish, request);
  const { orderReference } = order;
  await limitByOrder(rateLimiter, { principal, clientAddress, untrustedForwarding }, orderReference);
  const asked = {
    reason,
    previous: null,
    correlationId,
    order: keepOrder(named, orderReference),
    app: wish.app,
  };
  return sessionOf(await context.openSession(order, asked));
}

function queryOf({ url }: Request): URLSearchParams {
  return new URL(url).searchParams;
}

async function readForm({ limits, timeouts }: PayRouteContext, request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new ProblemError('unsupported_media_type');
  }
  const bytes = await readBody(request, limits.maxBodyBytes, timeouts.bodyMs);
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

/** A browser, a mail program or a proxy that fetches ahead; nobody has clicked. */
function isPrefetch({ headers }: Request): boolean {
  const purpose = `${headers.get('sec-purpose')} ${headers.get('purpose')} ${headers.get('x-moz')} ${headers.get('x-purpose')}`;
  return /prefetch|prerender|preview/i.test(purpose);
}

function addressOf({ publicUrl }: Pick<Settings, 'publicUrl'>, { name, text, app }: Wish): string {
  return `${publicUrl}/pay?${new URLSearchParams({ [name]: text, ...(app === null ? {} : { app }) })}`;
}

/** To the hosted page by GET, so that Back leads to our page and a reload sends no form. */
function seeOther(location: string): Response {
  return textResponse('', { status: 303, headers: { ...NO_ROBOTS, location } });
}

const NO_ROBOTS = { 'x-robots-tag': 'noindex, nofollow' };

async function answer(
  { settings, randomHex, test }: PayRouteContext,
  c: Context,
  status: number,
  ordered: string | undefined,
  content: PayContent,
  details: ProblemDetails = {},
): Promise<Response> {
  const nonce = randomHex(16);
  const language = chooseLanguage(c, ordered ?? null);
  const page = await payPage({
    content,
    language,
    action: `${settings.publicUrl}/pay`,
    test,
    shopName: settings.shopName ?? new URL(settings.publicUrl).host,
    backUrl: backUrlOf(settings),
    nonce,
  });
  const headers = new Headers({
    ...NO_ROBOTS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': payPolicy(nonce, test),
    // With 'no-referrer' the form's request would come with `Origin: null`. To other sites neither says anything.
    'referrer-policy': 'same-origin',
  });
  setRetryAfter(headers, details);
  return textResponse(page, { status, headers });
}
