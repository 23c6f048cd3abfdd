import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { type HealthCheck, health } from './health/health.ts';
import { addressKey } from './http/addressKey.ts';
import { crossOrigin } from './http/crossOrigin.ts';
import { ProblemError, problemResponse } from './http/problem.ts';
import { refuse } from './http/rateLimit.ts';
import { BodyError } from './http/readBody.ts';
import { notifyRoute } from './notification/notifyRoute.ts';
import type { FetchContext } from './options.ts';
import type { Parts } from './parts.ts';
import { returnRoute } from './return/returnRoute.ts';
import { sessionRoute } from './session/sessionRoute.ts';
import type { Settler } from './settle/settler.ts';
import { statusRoute } from './status/statusRoute.ts';
import { isStoreError } from './store/storeError.ts';

type Env = { Bindings: FetchContext };

const CORRELATION_ID = 'X-Correlation-Id';
const PREFLIGHT_S = 600;

/** The handler's addresses, below `publicUrl`'s path, or without it where a framework has taken the path off. */
export function createRoutes(parts: Parts, settler: Settler, check: HealthCheck): Hono<Env> {
  const { settings } = parts;
  const app = new Hono<Env>({ getPath: (request: Request) => pathBelow(settings.basePath, request.url) });

  if (parts.telemetry.isOn) {
    app.use((c, next) =>
      parts.telemetry.request(c.req.method, next, () => ({ route: routePath(c, -1), status: c.res.status })),
    );
  }
  const forShopPages = crossOrigin({
    origins: settings.merchantOrigins,
    methods: ['GET', 'POST'],
    requestHeaders: ['content-type', CORRELATION_ID],
    responseHeaders: ['retry-after', CORRELATION_ID],
    preflightS: PREFLIGHT_S,
  });
  app.use('/session', forShopPages);
  app.use('/session/:id', forShopPages);

  app.post('/session', async (c) => {
    const correlationId = correlationOf(c.req.raw) ?? parts.randomHex(8);
    // A refusal above all is looked for in the log.
    const response = await sessionRoute(parts, settler, c.req.raw, c.env, correlationId).catch((error) =>
      toResponse(parts, error, c, correlationId),
    );
    response.headers.set(CORRELATION_ID, correlationId);
    return response;
  });
  app.get('/session/:id', async (c) => {
    await limitReads(parts, c.env);
    return statusRoute(parts, settler, c.req.param('id'));
  });
  app.on(['GET', 'POST'], ['/return/:id/:hint', '/return/:id/:hint/:proof'], async (c) => {
    await limitReads(parts, c.env);
    return returnRoute(parts, settler, c, c.req.param());
  });
  app.on(['GET', 'POST', 'PUT'], '/notify/:id/:secret', (c) =>
    // Hono runs HEAD as GET; a question about the address is no notification.
    c.req.raw.method === 'HEAD' ? new Response() : notifyRoute(parts, settler, c.req.raw, c.req.param()),
  );
  app.on(['GET', 'POST', 'PUT'], '/notify', (c) =>
    c.req.raw.method === 'HEAD' ? new Response() : notifyRoute(parts, settler, c.req.raw, null),
  );
  app.get('/health', (c) => health(check, c.env));

  const allowed = {
    '/session': 'POST',
    '/session/:id': 'GET',
    '/return/:id/:hint': 'GET, POST',
    '/return/:id/:hint/:proof': 'GET, POST',
    '/health': 'GET',
  };
  for (const [path, methods] of Object.entries(allowed)) app.all(path, () => notAllowed(methods));
  for (const path of ['/notify', '/notify/:id/:secret']) {
    app.options(path, () => new Response(null, { status: 204, headers: { allow: 'GET, POST, PUT' } }));
    app.all(path, () => notAllowed('GET, POST, PUT'));
  }
  app.notFound(() => problemResponse('not_found'));
  app.onError((error, c) => toResponse(parts, error, c));
  return app;
}

/** Refuses an address that asks more often than any customer's widget does (T73). */
async function limitReads(parts: Parts, { clientAddress, untrustedForwarding }: FetchContext): Promise<void> {
  if (clientAddress === undefined) return;
  const retryAfterMs = parts.readLimit(addressKey(clientAddress));
  if (retryAfterMs > 0) await refuse(parts, 'readsPerAddress', { untrustedForwarding }, retryAfterMs);
}

/** The path below the base; the whole path where the base is not in it. */
export function pathBelow(basePath: string, url: string): string {
  const pathname = pathOf(url).replace(/\/$/, '');
  if (basePath !== '' && (pathname === basePath || pathname.startsWith(`${basePath}/`))) {
    return pathname.slice(basePath.length);
  }
  return pathname;
}

/** A request's path. Its address is a whole and normal one: there is nothing to parse. */
function pathOf(url: string): string {
  const from = url.indexOf('/', url.indexOf('//') + 2);
  const to = url.slice(from).search(/[?#]/);
  return to < 0 ? url.slice(from) : url.slice(from, from + to);
}

/** A name for one click, from browser to notification; the browser may bring its own. */
function correlationOf(request: Request): string | null {
  const given = request.headers.get(CORRELATION_ID);
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : null;
}

function notAllowed(methods: string): Response {
  const response = problemResponse('method_not_allowed', { detail: `Use ${methods}.` });
  response.headers.set('allow', methods);
  return response;
}

/** A bad request is an answer; a bug is logged, and answered without detail. */
function toResponse(parts: Parts, error: Error, c: Context, correlationId?: string): Response {
  if (error instanceof ProblemError) return problemResponse(error.code, error.details);
  if (error instanceof BodyError) return bodyProblem(error);
  if (error instanceof HTTPException) return problemResponse('invalid_request');
  const path = pathBelow(parts.settings.basePath, c.req.url).replace(/[0-9a-f]{32}/g, '…');
  parts.log.error(
    { err: error, method: c.req.method, path, ...(correlationId && { correlationId }) },
    'A request failed',
  );
  if (isStoreError(error)) return problemResponse('store_unavailable', { retryAfterMs: 5_000 });
  return problemResponse('internal_error');
}

function bodyProblem({ code, message: detail }: BodyError): Response {
  switch (code) {
    case 'too_large':
      return problemResponse('body_too_large', { detail });
    case 'encoded':
      return problemResponse('unsupported_media_type', { detail });
    case 'too_slow':
      return problemResponse('invalid_request', { detail, status: 408 });
    case 'broken':
      return problemResponse('invalid_request', { detail });
    case 'already_read':
      return problemResponse('internal_error', {
        detail: `${detail} Mount the handler before any body parser.`,
      });
  }
}
