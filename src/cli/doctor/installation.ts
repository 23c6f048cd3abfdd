import { type Ask, brief, NoAnswerError } from './ask.ts';
import type { Check, Finding } from './check.ts';

/** What is looked at. */
export interface Installation {
  /** The handler's `publicUrl`, without a slash at the end. */
  url: string;
  /** A page of the shop that opens the checkout. */
  page: string | null;
  /** Origin of the gateway's hosted page, where it is known. */
  gatewayOrigin: string | null;
  /** Header that carries a notification's signature; `null` where the profile signs nothing. */
  signatureHeader: string | null;
}

const NOBODY = '0'.repeat(32);
const FOREIGN = 'https://doctor.invalid';
const CLOCK_TOLERANCE_MS = 30_000;
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1])$/;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)|\.(local|internal|lan)$/;

const ok = (detail: string): Finding => ({ state: 'ok', detail });
const failed = (detail: string, advice: string): Finding => ({ state: 'failed', detail, advice });
const warning = (detail: string, advice: string): Finding => ({ state: 'warning', detail, advice });

/** A check that turns "no answer" into a finding. */
function check(name: string, run: () => Promise<Finding>): Check {
  return {
    name,
    async run() {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        return failed(error.message, 'Is the server up, and does a proxy or firewall let this through?');
      }
    },
  };
}

/** Whether the handler is there at all: what all the other checks build on. */
export function handlerIsThere({ url }: Installation, ask: Ask, now: () => number): Check {
  return check('Handler', async () => {
    const answer = await ask(`${url}/health`);
    const { status, store, gateway } = answer.json ?? {};
    if (typeof status !== 'string' || typeof store !== 'string') {
      return failed(
        `${url}/health: expected the handler's health, got ${brief(answer)}.`,
        'Mount the handler at the path of publicUrl, with everything below it. The address given to --url is publicUrl itself.',
      );
    }
    if (store !== 'ok') {
      return failed('The handler cannot reach its store.', 'Look at the database, and at the handler’s log.');
    }
    if (gateway !== 'ok') {
      return warning(
        'The handler cannot reach the gateway, or its credentials are refused.',
        'Check baseUrl and credentials on the server; "hpp-checkout doctor --gateway <address>" there tells more.',
      );
    }
    const skew = Date.parse(answer.headers.get('date') ?? '') - now();
    if (Math.abs(skew) > CLOCK_TOLERANCE_MS) {
      return warning(
        `It answers; its clock and ours differ by ${Math.round(Math.abs(skew) / 1000)} s.`,
        'Set the clocks right (NTP). Hosted pages live 120 s, and logs are compared by time.',
      );
    }
    return ok('It answers, and reaches store and gateway.');
  });
}

/** The checks of the handler that do not depend on each other. */
export function handlerChecks(installation: Installation, ask: Ask): readonly Check[] {
  return [
    addressCheck(installation),
    check('Status route', async () => {
      const answer = await ask(`${installation.url}/session/${NOBODY}`);
      if (answer.status === 404 && answer.json?.code === 'not_found') return answerHeaders(answer.headers);
      return failed(
        `GET /session/<unknown>: expected 404 not_found, got ${brief(answer)}.`,
        'Something in front of the handler answers in its place: let all paths below publicUrl through.',
      );
    }),
    sessionRoute(installation, ask),
    foreignPages(installation, ask),
    ...(installation.page === null ? [] : [ownPages(installation, installation.page, ask)]),
    notifications(installation, ask),
    returnPage(installation, ask),
  ];
}

function addressCheck({ url }: Installation): Check {
  return check('Address', async () => {
    const { protocol, hostname } = new URL(url);
    if (LOOPBACK.test(hostname)) {
      return warning(
        `${hostname} is this machine: a gateway elsewhere cannot send notifications to it.`,
        'Good for a sandbox. For a real gateway use an address that the internet reaches.',
      );
    }
    if (protocol !== 'https:') {
      return failed(
        'It is not https: card tokens and session addresses would travel in the open.',
        'Serve it over https.',
      );
    }
    if (PRIVATE.test(hostname)) {
      return warning(
        `${hostname} looks like an address inside your network.`,
        'The gateway must reach it from outside.',
      );
    }
    return ok('https, on a public name.');
  });
}

function answerHeaders(headers: Headers): Finding {
  if (!/no-store/.test(headers.get('cache-control') ?? '')) {
    return failed(
      `It answers, but may be cached: cache-control is "${headers.get('cache-control') ?? ''}".`,
      'A cache in front must leave the handler’s "no-store" alone: a cached status hides a payment.',
    );
  }
  return ok('It answers, and is not cached.');
}

/** A form needs no preflight, so a foreign page could send one; and a parser in front of the handler breaks signatures. */
function sessionRoute({ url }: Installation, ask: Ask): Check {
  return check('Session route', async () => {
    const answer = await ask(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    });
    if (answer.status === 415) return ok('It takes JSON and nothing else.');
    if (answer.status === 500) {
      return failed(
        `POST /session: ${brief(answer)}. ${typeof answer.json?.detail === 'string' ? answer.json.detail : ''}`.trim(),
        'Mount the handler before any body parser.',
      );
    }
    return failed(
      `POST /session with a text body: expected 415, got ${brief(answer)}.`,
      'Let POST requests below publicUrl through to the handler as they are.',
    );
  });
}

function foreignPages({ url }: Installation, ask: Ask): Check {
  return check('Foreign pages', async () => {
    const answer = await ask(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: FOREIGN },
      body: JSON.stringify({ order: null, reason: 'open' }),
    });
    const allowed = answer.headers.get('access-control-allow-origin');
    if (answer.status === 403 && allowed !== '*' && allowed !== FOREIGN) return ok('They are refused.');
    return failed(
      `A page of ${FOREIGN} asked for a session: expected 403, got ${brief(answer)}${allowed === null ? '' : `, access-control-allow-origin: ${allowed}`}.`,
      'Let the handler see the Origin header, and let nothing in front of it add CORS headers.',
    );
  });
}

function ownPages({ url }: Installation, page: string, ask: Ask): Check {
  return check('The shop’s own page', async () => {
    const { origin } = new URL(page);
    if (origin === new URL(url).origin) return ok('It is of the handler’s own origin.');
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
    return failed(`Pages of ${origin} may not ask for sessions.`, `Add it: allowedOrigins: ['${origin}'].`);
  });
}

/** Sends a forged notification to a session that does not exist: refused, if the handler is reached and checks signatures. */
function notifications({ url, signatureHeader }: Installation, ask: Ask): Check {
  return check('Notifications', async () => {
    const answer = await ask(`${url}/notify/${NOBODY}/doctor`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signatureHeader === null ? {} : { [signatureHeader]: 'Zm9yZ2Vk' }),
      },
      body: JSON.stringify({
        PspId: '0',
        Status: 'Doctor',
        OrderReference: 'doctor',
        UniqueReference: 'doctor',
        Amount: '0.00',
        Currency: 'EUR',
      }),
    });
    if (signatureHeader === null && answer.status === 200) return ok('They arrive; this profile signs none.');
    if (answer.status === 401) return ok('They arrive, and a forged one is refused.');
    if (answer.status === 200) {
      return failed(
        'A notification with a wrong signature was accepted.',
        `Does the handler read the signature from "${signatureHeader}"? Give doctor the same profile with --profile.`,
      );
    }
    return failed(
      `POST /notify: expected 401 for a forged notification, got ${brief(answer)}.`,
      answer.status === 403 || answer.status === 404 || (answer.status >= 300 && answer.status < 400)
        ? 'Let POST requests to /notify through without login, redirect, bot check or CSRF token: the gateway has none of these.'
        : 'The gateway’s notifications will not arrive. Look at the handler’s log.',
    );
  });
}

function returnPage({ url, page }: Installation, ask: Ask): Check {
  return check('Return page', async () => {
    const answer = await ask(`${url}/return/${NOBODY}/unknown`);
    if (!/text\/html/.test(answer.headers.get('content-type') ?? '')) {
      return failed(
        `GET /return: expected a page, got ${brief(answer)}.`,
        'Let all paths below publicUrl through.',
      );
    }
    const refusal = answer.headers.get('x-frame-options');
    if (refusal !== null) {
      return failed(
        `It carries X-Frame-Options: ${refusal}, so it stays empty inside the dialog.`,
        'Take that header away for /return; the page says in frame-ancestors who may frame it.',
      );
    }
    const ancestors = /frame-ancestors ([^;,]*)/.exec(
      answer.headers.get('content-security-policy') ?? '',
    )?.[1];
    if (ancestors === undefined) {
      return failed('It has no frame-ancestors.', 'Leave the handler’s Content-Security-Policy alone.');
    }
    const sources = ancestors.trim().split(/\s+/);
    const shop = page === null ? null : new URL(page).origin;
    if (sources.includes("'none'") || (shop !== null && !sources.includes(shop))) {
      return failed(
        `It may be framed by ${ancestors}${shop === null ? '' : `, which is not ${shop}`}.`,
        `Add the shop's origin: allowedOrigins: ['${shop ?? 'https://shop.example'}'].`,
      );
    }
    const post = await ask(`${url}/return/${NOBODY}/unknown`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    });
    if (
      !/text\/html/.test(post.headers.get('content-type') ?? '') ||
      post.status >= 500 ||
      post.status === 403
    ) {
      return failed(
        `It does not take POST: ${brief(post)}.`,
        'Some banks come back by POST: take CSRF checks off /return.',
      );
    }
    return ok(`It may be framed by ${ancestors}.`);
  });
}
