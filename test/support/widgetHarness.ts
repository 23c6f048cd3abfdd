import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem } from '../../src/protocol/page/problem.ts';
import type { CheckoutSession } from '../../src/protocol/page/session.ts';
import type { SessionStatusReply } from '../../src/protocol/page/status.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

export interface HarnessSettings {
  /** The body of the shop page. */
  body: string;
  /** Further attributes of the shop's script tag. */
  script: string;
  /** Headers of the shop's pages. */
  headers: Record<string, string>;
  status: SessionStatusReply;
  /** A session whose return page was asked for is `completed`, whatever `status` says. */
  completesOnReturn: boolean;
  expiresInMs: number;
  test: boolean;
  /** What the session endpoint answers instead of a session, in this order; then sessions again. */
  refusals: (Problem | { status: number; body: string })[];
  /** How long the session endpoint thinks, in ms. */
  sessionDelayMs: number;
  /** `redirectUrl` in place of the hosted page's. */
  redirectUrl: string | undefined;
  /** How the hosted page answers. */
  hosted: 'pay' | 'hang' | 'deny';
  /** Further fields of the session's answer. */
  session: Partial<CheckoutSession>;
  /** Further pages: `shop/…`, `hosted/…` or `evil/…` → HTML, or a script for a path that ends in `.js`. */
  pages: Record<string, string>;
  /** Headers of one of them. */
  pageHeaders: Record<string, Record<string, string>>;
}

export interface WidgetHarness {
  /** Origin of the shop: its pages, the session and status endpoints. */
  shop: string;
  /** Origin of the hosted page, another site. */
  hosted: string;
  /** Origin of somebody else, a third site. */
  evil: string;
  settings: HarnessSettings;
  /** Bodies of `POST /session`, in order. */
  asked: { order?: unknown; reason?: string; previous?: string }[];
  /** How often a status was asked for. */
  statusCount: number;
  /** How often the hosted page was asked for. */
  hostedCount: number;
  /** What somebody else was asked for: method and path, in order. */
  evilAsked: string[];
  reset(): void;
  /** Takes ports, which the three origins are named by from then on. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** The id of the n-th session that a harness hands out. With zeros behind the number the tenth would be the first again. */
export const sessionOf = (n: number): string => `s${n}`.padEnd(32, 'x');

const fresh = (): HarnessSettings => ({
  body: `<a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-order="A-1">Pay</a>`,
  script: '',
  headers: {},
  status: { status: 'open' },
  completesOnReturn: false,
  expiresInMs: 120_000,
  test: true,
  refusals: [],
  sessionDelayMs: 0,
  redirectUrl: undefined,
  hosted: 'pay',
  session: {},
  pages: {},
  pageHeaders: {},
});

/** A shop on `localhost` with the built script tag, a hosted page on `127.0.0.1`, somebody else on `127.0.0.2`: three sites, real frames. */
export function createWidgetHarness(): WidgetHarness {
  let settings = fresh();
  let count = 0;
  const returned = new Set<string>();

  const shop = answerBy(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    if (answerPage(settings, 'shop', pathname, response)) return;
    if (pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html', ...settings.headers });
      response.end(shopPage(settings.body, settings.script));
    } else if (pathname === '/session') {
      harness.asked.push(JSON.parse(await text(request)));
      if (settings.sessionDelayMs > 0) await new Promise((done) => setTimeout(done, settings.sessionDelayMs));
      const refusal = settings.refusals.shift();
      if (refusal) {
        const body = 'body' in refusal ? refusal.body : JSON.stringify(refusal);
        response.writeHead(refusal.status, { 'content-type': 'application/problem+json' }).end(body);
        return;
      }
      const sessionId = sessionOf(++count);
      const session: CheckoutSession = {
        sessionId,
        redirectUrl: settings.redirectUrl ?? `${harness.hosted}/pay?s=${sessionId}`,
        expiresInMs: settings.expiresInMs,
        statusUrl: `/session/${sessionId}`,
        test: settings.test,
        ...settings.session,
      };
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(session));
    } else if (pathname.startsWith('/session/')) {
      harness.statusCount++;
      const isPaid = settings.completesOnReturn && returned.has(pathname.slice('/session/'.length));
      const status = isPaid ? { status: 'completed' } : settings.status;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(status));
    } else if (pathname === '/out') {
      // The shop's own way out, to wherever its address says.
      response.writeHead(307, { location: `${harness.evil}/session` }).end();
    } else if (pathname === '/return') {
      returned.add(new URL(request.url ?? '/', 'http://x').searchParams.get('s') ?? '');
      response.writeHead(200, { 'content-type': 'text/html' }).end(returnPage(request, harness.shop));
    } else if (/^\/[\w.-]+\.js$/.test(pathname) && readdirSync(dist).includes(pathname.slice(1))) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(join(dist, pathname)));
    } else {
      response.writeHead(pathname === '/plain' || pathname === '/done' ? 200 : 404, {
        'content-type': 'text/html',
      });
      response.end(`<title>${pathname}</title><h1>${pathname}</h1>`);
    }
  });
  const hosted = answerBy((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    if (answerPage(settings, 'hosted', url.pathname, response)) return;
    if (!['/pay', '/nest'].includes(url.pathname)) {
      response.writeHead(404).end();
      return;
    }
    harness.hostedCount++;
    if (settings.hosted === 'hang') return;
    const headers = settings.hosted === 'deny' ? { 'x-frame-options': 'DENY' } : {};
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    response.end(hostedPage(url.searchParams.get('s') ?? '', harness.shop));
  });

  const evil = answerBy((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    if (pathname !== '/favicon.ico') harness.evilAsked.push(`${request.method} ${pathname}`);
    if (answerPage(settings, 'evil', pathname, response)) return;
    // Whoever wants to be asked says that every origin may ask.
    response.writeHead(pathname === '/session' ? 201 : 404, {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'content-type': 'application/json',
    });
    response.end(
      JSON.stringify({
        sessionId: 'evil',
        redirectUrl: `${harness.evil}/pay`,
        statusUrl: `${harness.evil}/status`,
      }),
    );
  });

  const harness: WidgetHarness = {
    shop: '',
    hosted: '',
    evil: '',
    get settings() {
      return settings;
    },
    asked: [],
    statusCount: 0,
    hostedCount: 0,
    evilAsked: [],
    reset() {
      settings = fresh();
      count = 0;
      returned.clear();
      harness.asked = [];
      harness.evilAsked = [];
      harness.statusCount = harness.hostedCount = 0;
    },
    async open() {
      if (!existsSync(join(dist, 'hpp-checkout.js')))
        throw new Error('No dist/hpp-checkout.js: run "npm run build" first.');
      harness.shop = await listen(shop, 'localhost');
      harness.hosted = await listen(hosted, '127.0.0.1');
      harness.evil = await listen(evil, '127.0.0.2');
    },
    async close() {
      for (const server of [shop, hosted, evil]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
  return harness;
}

function answerPage(
  { pages, headers, pageHeaders }: HarnessSettings,
  host: 'shop' | 'hosted' | 'evil',
  path: string,
  response: ServerResponse,
): boolean {
  const page = pages[`${host}${path}`];
  if (page === undefined) return false;
  const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
  response
    .writeHead(200, {
      'content-type': type,
      ...(host === 'shop' && headers),
      ...pageHeaders[`${host}${path}`],
    })
    .end(page);
  return true;
}

const shopPage = (
  body: string,
  script: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="n">body{font-family:sans-serif;margin:2rem;min-height:200vh}</style>
<script nonce="n" src="/hpp-checkout.js" ${script}></script>
<script nonce="n">
window.seen = [];
for (const type of ['ready','open','load','expiring','expired','complete','fail','pending','close','error'])
  document.addEventListener('hpp-checkout:' + type, (event) => seen.push([type, event.detail.outcome ?? event.detail.code ?? null]));
</script>
<h1>Shop</h1>${body}</html>`;

const hostedPage = (
  session: string,
  shop: string,
) => `<!doctype html><html lang="en"><title>Hosted page</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font-family:sans-serif;margin:1.5rem}input,button{font:inherit;display:block;margin:.5rem 0;padding:.5rem}</style>
<h1>Card</h1><label>Number <input id="card"></label>
<button id="pay" onclick="location.href='${shop}/return?s=${session}&h=success'">Pay 10.00</button>
<button id="decline" onclick="location.href='${shop}/return?s=${session}&h=failure'">Decline</button>
<button id="nested" onclick="const f=document.createElement('iframe');f.src='${shop}/return?s=${session}&h=success';document.body.append(f)">Pay nested</button>
<a id="hop" href="?s=${session}&hop=1">Next page</a>
<button id="forge" onclick="parent.postMessage({ns:'hpp-checkout',v:1,type:'returned',session:'${session}',hint:'success',status:'completed',outcome:'completed'},'*')">Forge</button>
</html>`;

const returnPage = (request: IncomingMessage, shop: string) => {
  const query = new URL(request.url ?? '/', 'http://x').searchParams;
  const message = {
    ns: 'hpp-checkout',
    v: 1,
    type: 'returned',
    session: query.get('s'),
    hint: query.get('h'),
  };
  return `<!doctype html><title>Return</title><p>Thank you.</p><script>
addEventListener('message', (event) => { document.title = 'acknowledged'; });
for (let w = window; w !== w.parent; w = w.parent) w.parent.postMessage(${JSON.stringify(message)}, '${shop}');
</script>`;
};

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
const answerBy = (answer: Answer): Server =>
  createServer((request, response) => void answer(request, response));

/** @returns the origin. */
async function listen(server: Server, host: string): Promise<string> {
  await new Promise<void>((done) => server.listen(0, host, done));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

async function text(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
