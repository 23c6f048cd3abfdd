import type { MiddlewareHandler } from 'hono';
import { sameText } from '../../protocol/gateway/sameText.ts';
import { isLoopbackName } from '../notify/target.ts';

export interface GuardOptions {
  /** Lets callers in from anywhere; without one only this machine is let in. */
  token: string | null;
  /** Whether the sandbox listens where other machines reach it. */
  exposed: () => boolean;
}

/**
 * Keeps other web pages and other machines away from the controls (T35). In order:
 *
 * 1. With a token: it must be there. Without: the sandbox must be bound to loopback and be asked for by a loopback name, which
 *    a page that rebinds its own name to 127.0.0.1 cannot do.
 * 2. What a browser sends for another origin, it marks: such requests are refused, even those for which no answer could be read.
 * 3. A change must be JSON, which no form and no request without a preflight can send; preflights are never granted.
 */
export function controlGuard({ token, exposed }: GuardOptions): MiddlewareHandler {
  return async (c, next) => {
    const { hostname, origin } = new URL(c.req.url);
    const refuse = (status: 401 | 403 | 415, error: string) => c.json({ error }, status);
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');

    const isPage = c.req.method === 'GET' && /\/_sandbox\/?$/.test(c.req.path);
    if (token === null) {
      if (exposed()) {
        return refuse(
          403,
          'The controls are off: the sandbox is open to the network and has no control token.',
        );
      }
      if (!isLoopbackName(hostname)) {
        return refuse(403, `The controls answer to loopback names only, not to "${hostname}".`);
      }
    } else if (
      !isPage &&
      !(await sameText(token, givenToken(c.req.header('authorization'), c.req.query('token'))))
    ) {
      return refuse(
        401,
        'The control token is missing or wrong: send it as "Authorization: Bearer <token>".',
      );
    }

    const from = c.req.header('origin');
    if (from !== undefined && from !== origin) return refuse(403, 'Other origins may not use the controls.');
    const site = c.req.header('sec-fetch-site');
    if (!isPage && site !== undefined && site !== 'same-origin' && site !== 'none') {
      return refuse(403, 'Other sites may not use the controls.');
    }
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
        return refuse(415, 'Send a JSON body with Content-Type: application/json.');
      }
    }
    return next();
  };
}

/** In the header; or in the query, for event streams, whose browser API has no headers. */
function givenToken(authorization: string | undefined, query: string | undefined): string {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? query ?? '';
}
