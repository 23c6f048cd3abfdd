import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import { type HealthCheck, health } from './health/health.ts';
import { crossOrigin } from './http/crossOrigin.ts';
import { errorResponse } from './http/errorResponse.ts';
import { pathBelow } from './http/pathBelow.ts';
import { problemResponse } from './http/problem.ts';
import type { RateLimiter } from './http/rateLimit.ts';
import type { NotifyRouteContext } from './notification/notifyContext.ts';
import { notifyRoute } from './notification/notifyRoute.ts';
import type { FailureLog } from './observe/failureLog.ts';
import type { Logger } from './observe/logger.ts';
import type { Telemetry } from './observe/telemetry.ts';
import type { FetchContext } from './options.ts';
import { type PayRouteContext, payRoute } from './pay/payRoute.ts';
import { type ReturnRouteContext, returnRoute } from './return/returnRoute.ts';
import { openForApp } from './session/openForApp.ts';
import type { OpenSessionContext } from './session/openSession.ts';
import { type SessionRouteContext, sessionRoute } from './session/sessionRoute.ts';
import type { Settings } from './settings.ts';
import { type StatusRouteContext, statusRoute } from './status/statusRoute.ts';

type Env = { Bindings: FetchContext };

const CORRELATION_ID = 'X-Correlation-Id';
const PREFLIGHT_S = 600;
const ORIGIN_REFUSED =
  'A page of an origin that the handler does not know asked for a payment, and was refused. If it is yours, add its origin to ' +
  'allowedOrigins; if it is at the address of publicUrl, publicUrl names another scheme, host or port than the browser does.';

/** What the routes are given: what each of them uses, together. */
export interface RoutesContext
  extends Omit<SessionRouteContext, 'openSession'>,
    Omit<PayRouteContext, 'openSession' | 'test'>,
    OpenSessionContext,
    StatusRouteContext,
    ReturnRouteContext,
    NotifyRouteContext {
  readonly settings: Settings;
  readonly limits: Settings['limits'];
  readonly store: NotifyRouteContext['store'];
  readonly settler: NotifyRouteContext['settler'];
  readonly gateway: NotifyRouteContext['gateway'];
  readonly timeouts: OpenSessionContext['timeouts'];
  readonly rateLimiter: RateLimiter;
  readonly telemetry: Telemetry;
  readonly healthCheck: HealthCheck;
  readonly failures: FailureLog;
  readonly log: Logger;
}

/** The handler's addresses, below `publicUrl`'s path, or without it where a framework has taken the path off. */
export function createRoutes(context: RoutesContext): Hono<Env> {
  const { settings, telemetry, rateLimiter, healthCheck, randomHex, failures, limitedLog, log } = context;
  const { basePath, merchantOrigins } = settings;
  const app = new Hono<Env>({ getPath: (request: Request) => pathBelow(basePath, request.url) });
  const open: SessionRouteContext['openSession'] = (order, request) => openForApp(context, order, request);
  const sessionContext: SessionRouteContext = { ...context, openSession: open };
  const payContext: PayRouteContext = {
    ...context,
    openSession: open,
    test: context.gateway.test,
  };

  if (telemetry.isOn) {
    app.use((c, next) =>
      telemetry.request(c.req.method, next, () => ({ route: routePath(c, -1), status: c.res.status })),
    );
  }
  const forShopPages = crossOrigin({
    origins: merchantOrigins,
    methods: ['GET', 'POST'],
    requestHeaders: ['content-type', CORRELATION_ID],
    responseHeaders: ['retry-after', CORRELATION_ID],
    preflightS: PREFLIGHT_S,
    onRefused: (origin) =>
      limitedLog('origin', { origin: origin.slice(0, 200), allowed: merchantOrigins }, ORIGIN_REFUSED),
  });
  app.use('/session', forShopPages);
  app.use('/session/:id', forShopPages);

  app.post('/session', async (c) => {
    const { raw } = c.req;
    const correlationId = correlationIdOf(raw) ?? randomHex(8);
    // Errors too get the header: above all for a refusal somebody searches the log.
    const response = await sessionRoute(sessionContext, raw, c.env, correlationId).catch((error) =>
      errorResponse({ basePath, failures, log, test: context.gateway.test }, error, raw, correlationId),
    );
    response.headers.set(CORRELATION_ID, correlationId);
    return response;
  });
  app.get('/session/:id', async (c) => {
    await rateLimiter.takeRead(c.env);
    return statusRoute(context, c.req.param('id'));
  });
  app.on(['GET', 'POST'], '/pay', (c) => payRoute(payContext, c));
  app.on(['GET', 'POST'], ['/return/:id/:hint', '/return/:id/:hint/:proof'], async (c) => {
    await rateLimiter.takeRead(c.env);
    return returnRoute(context, c, c.req.param());
  });
  app.on(['GET', 'POST', 'PUT'], '/notify/:id/:secret', (c) =>
    isHead(c) ? new Response() : notifyRoute(context, c.req.raw, c.req.param()),
  );
  app.on(['GET', 'POST', 'PUT'], '/notify', (c) =>
    isHead(c) ? new Response() : notifyRoute(context, c.req.raw, null),
  );
  const installed = { test: context.gateway.test, publicUrl: settings.publicUrl };
  app.get('/health', (c) => health(healthCheck, installed, c.env));

  refuseOtherMethods(app);
  app.notFound(() => problemResponse('not_found'));
  app.onError((error, c) => errorResponse({ basePath, failures, log }, error, c.req.raw));
  return app;
}

/** Hono runs HEAD as GET; a question about the address is no notification. */
function isHead(c: Context): boolean {
  return c.req.raw.method === 'HEAD';
}

function refuseOtherMethods(app: Hono<Env>): void {
  const allowed = {
    '/session': 'POST',
    '/session/:id': 'GET',
    '/pay': 'GET, POST',
    '/return/:id/:hint': 'GET, POST',
    '/return/:id/:hint/:proof': 'GET, POST',
    '/health': 'GET',
  };
  for (const [path, methods] of Object.entries(allowed)) app.all(path, () => notAllowed(methods));
  for (const path of ['/notify', '/notify/:id/:secret']) {
    app.options(path, () => new Response(null, { status: 204, headers: { allow: 'GET, POST, PUT' } }));
    app.all(path, () => notAllowed('GET, POST, PUT'));
  }
}

/** A name for one click, from browser to notification; the browser may bring its own. */
function correlationIdOf(request: Request): string | null {
  const given = request.headers.get(CORRELATION_ID);
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : null;
}

function notAllowed(methods: string): Response {
  const response = problemResponse('method_not_allowed', { detail: `Use ${methods}.` });
  response.headers.set('allow', methods);
  return response;
}
