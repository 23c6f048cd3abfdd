import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

export interface CrossOriginRules {
  origins: readonly string[];
  methods: string[];
  requestHeaders: string[];
  responseHeaders: string[];
  preflightS: number;
  /** Told of requests by pages of other origins. */
  onRefused(origin: string): void;
}

/**
 * CORS for the shop's configured origins and no others. A preflight request is answered by Hono; on a real answer the
 * headers are set when it is there, since headers set before would have it built twice.
 */
export function crossOrigin({
  origins,
  methods,
  requestHeaders,
  responseHeaders,
  preflightS,
  onRefused,
}: CrossOriginRules): MiddlewareHandler {
  const allowed = (origin: string): string | null => (origins.includes(origin) ? origin : null);
  const preflight = cors({
    origin: allowed,
    allowMethods: methods,
    allowHeaders: requestHeaders,
    maxAge: preflightS,
  });
  const exposed = responseHeaders.join(',');
  return async (c, next) => {
    const asking = c.req.raw.headers.get('origin');
    if (asking !== null && allowed(asking) === null) onRefused(asking);
    if (c.req.method === 'OPTIONS') return preflight(c, next);
    await next();
    const { headers } = c.res;
    const origin = allowed(asking ?? '');
    if (origin !== null) headers.set('Access-Control-Allow-Origin', origin);
    headers.set('Access-Control-Expose-Headers', exposed);
    headers.append('Vary', 'Origin');
  };
}
