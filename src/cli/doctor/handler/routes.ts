import { type Ask, brief } from '../ask.ts';
import { type Check, type Finding, failed, ok } from '../check.ts';
import { httpCheck } from '../httpCheck.ts';

const NOBODY = '0'.repeat(32);
const FOREIGN = 'https://doctor.invalid';

/** Whether `GET /session/:id` arrives, and its answer is not kept by a cache. */
export function statusRoute(url: string, ask: Ask): Check {
  return httpCheck('Status route', [], async () => {
    const answer = await ask(`${url}/session/${NOBODY}`);
    if (answer.status !== 404 || answer.json?.code !== 'not_found') {
      return blocked(`GET /session/<unknown id>: expected 404 not_found, got ${brief(answer)}.`);
    }
    const cache = answer.headers.get('cache-control') ?? '';
    if (/no-store/.test(cache)) return ok('It answers, and is not cached.');
    return failed('status_cached', {
      detail: `The status of a payment may be cached: cache-control is "${cache}".`,
      expected: 'cache-control: no-store, as the handler sends it. A cached status hides a payment.',
      change: 'Have the proxy or CDN in front leave that header alone, and cache nothing below publicUrl.',
    });
  });
}

/** A form needs no preflight, so a foreign page could send one: only JSON is taken. */
export function sessionRoute(url: string, ask: Ask): Check {
  return httpCheck('Session route', ['Request bodies'], async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await ask(`${url}/session`, { method: 'POST', headers, body: '{}' });
    if (answer.status === 415 && answer.json?.code === 'unsupported_media_type')
      return ok('It takes JSON and nothing else.');
    return blocked(`POST /session with a text: expected 415 unsupported_media_type, got ${brief(answer)}.`);
  });
}

function blocked(detail: string): Finding {
  return failed('routes_blocked', {
    detail,
    expected: 'that every path and method below publicUrl reaches the handler.',
    change:
      'Something in front of the handler answers in its place (a route of yours, a login, a proxy, a CSRF guard): let all requests below publicUrl through.',
  });
}

/** Whether a page of another site is refused. */
export function foreignPages(url: string, ask: Ask): Check {
  return httpCheck('Foreign pages', ['Request bodies'], async () => {
    const answer = await ask(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: FOREIGN },
      body: JSON.stringify({ order: null, reason: 'open' }),
    });
    const allowed = answer.headers.get('access-control-allow-origin');
    if (answer.status === 403 && allowed !== '*' && allowed !== FOREIGN) return ok('They are refused.');
    return failed('origin_unchecked', {
      detail: `A page of ${FOREIGN} asked for a session and got ${brief(answer)}${allowed === null ? '' : `, access-control-allow-origin: ${allowed}`}.`,
      expected: '403 origin_not_allowed: pages of other sites must not open sessions.',
      change:
        'Let the Origin header through to the handler, and let nothing in front of it add CORS headers (app.use(cors()) below the handler, not above it).',
    });
  });
}

/** Whether pages of the shop's own origin are let in. */
export function ownPages(url: string, page: string, ask: Ask): Check {
  return httpCheck('Origin of the page', ['publicUrl'], async () => {
    const { origin } = new URL(page);
    if (origin === new URL(url).origin) return ok('The page is of the handler’s own origin.');
    const answer = await ask(`${url}/session`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    if (answer.headers.get('access-control-allow-origin') === origin)
      return ok(`Pages of ${origin} may ask.`);
    return failed('origin_not_allowed', {
      detail: `Pages of ${origin} may not ask the handler at ${new URL(url).origin} for sessions.`,
      expected:
        'that allowedOrigins of createCheckoutHandler names the origin of every page with a Pay button, beside publicUrl’s own.',
      change: `Add it: allowedOrigins: ['${origin}'].`,
    });
  });
}
