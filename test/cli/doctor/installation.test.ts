import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import type { CheckoutHandler } from '../../../src/merchant/options.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { openTerminal } from '../terminal.ts';

const URL_OF = 'https://pay.shop.example/checkout';
const PAGE = 'https://shop.example/basket';
const GATEWAY = 'https://gateway.example';
const NOW = Date.parse('2030-01-15T12:00:00Z');

type Fetch = (request: Request) => Promise<Response>;
/** What stands between the doctor and a good installation. */
type Break = (
  path: string,
  request: Request,
  good: Fetch,
) => Response | undefined | Promise<Response | undefined>;

let sandbox: Sandbox;
let handler: CheckoutHandler;
beforeAll(() => {
  const silent = () => {};
  sandbox = createSandbox({ publicUrl: GATEWAY, frameAncestors: ['https://shop.example'] });
  handler = createCheckoutHandler({
    gateway: createGateway({
      baseUrl: GATEWAY,
      ...sandbox.credentials,
      test: true,
      transport: sandbox.fetch,
    }),
    store: memoryStore(),
    publicUrl: URL_OF,
    allowedOrigins: ['https://shop.example'],
    authorize: 'anyone',
    resolveOrder: (order) =>
      order === 'A-1001' ? { orderReference: 'A-1001', amount: '10.00', currency: 'EUR' } : null,
    sweepEveryMs: false,
    limits: { sessionsPerOrder: 1_000, sessionsPerOrderInTotal: 1_000, sessionsPerAddress: 1_000 },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
});
afterAll(async () => {
  await handler.close();
  await sandbox.close();
});

const SHOP_PAGE = `<script async src="https://cdn.example/1/hpp-checkout.js"></script><a data-hpp-checkout>Pay</a>`;
const PAGE_HEADERS = {
  'content-type': 'text/html',
  'content-security-policy': `default-src 'self'; script-src https://cdn.example; connect-src https://pay.shop.example; frame-src ${GATEWAY} https://pay.shop.example; frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** The internet as the doctor sees it: handler, gateway, shop, CDN; with something broken. */
function harness(broken: Break = () => undefined) {
  const good: Fetch = async (request) => {
    const { origin, pathname } = new URL(request.url);
    if (origin === 'https://pay.shop.example') {
      const response = await handler.fetch(request, { clientAddress: '192.0.2.1' });
      return withHeaders(response, { date: new Date(NOW).toUTCString() });
    }
    if (origin === GATEWAY) return sandbox.fetch(request);
    if (request.url === PAGE) return new Response(SHOP_PAGE, { headers: PAGE_HEADERS });
    if (pathname === '/1/hpp-checkout.js') return script('load("hpp-checkout.frame.0123456789ab.js")');
    if (pathname === '/1/hpp-checkout.frame.0123456789ab.js')
      return script('load("hpp-checkout.dialog.0123456789ab.js")');
    if (pathname === '/1/hpp-checkout.dialog.0123456789ab.js') return script('dialog()');
    return new Response('Not found', { status: 404 });
  };
  return openTerminal({
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const path = new URL(url).pathname.replace('/checkout', '');
      return (await broken(path, request, good)) ?? good(request);
    },
    now: () => NOW,
  });
}
const script = (code: string) =>
  new Response(code, { headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' } });
function withHeaders(response: Response, headers: Record<string, string | null>): Response {
  const changed = new Response(response.body, response);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) changed.headers.delete(name);
    else changed.headers.set(name, value);
  }
  return changed;
}

describe('hpp-checkout doctor --url', () => {
  it('finds a good installation good, from handler to hosted page', async () => {
    const terminal = harness();
    const code = await terminal.type(`doctor --url ${URL_OF} --page ${PAGE} --order A-1001`);
    expect(terminal.out.filter((line) => !line.startsWith('ok '))).toEqual([
      '',
      'Nothing is wrong that can be seen from here.',
    ]);
    expect(terminal.out.slice(0, -2).map((line) => line.slice(8, line.indexOf(':')))).toEqual([
      'Handler',
      'Mode',
      'Clock',
      'Gateway of the server',
      'publicUrl',
      'Request bodies',
      'Status route',
      'Session route',
      'Foreign pages',
      'Origin of the page',
      'Notifications',
      'Return page',
      'Customers’ addresses',
      'A session',
      'Hosted page',
      'Page',
    ]);
    expect(code).toBe(0);
  });

  it('creates nothing unless it is given an order', async () => {
    const before = sandbox.transactions.list().length;
    await harness().type(`doctor --url ${URL_OF} --page ${PAGE}`);
    expect(sandbox.transactions.list()).toHaveLength(before);
  });

  it('prints one JSON document with --json', async () => {
    const terminal = harness((path) =>
      path.startsWith('/notify') ? new Response('login', { status: 403 }) : undefined,
    );
    expect(await terminal.type(`doctor --json --url ${URL_OF}`)).toBe(1);
    expect(terminal.out).toHaveLength(1);
    const report = JSON.parse(terminal.out[0] ?? '');
    expect(report.ok).toBe(false);
    expect(report.profile.length).toBeGreaterThan(40);
    expect(report.findings.find(({ state }: { state: string }) => state === 'failed')).toMatchObject({
      name: 'Notifications',
      change: expect.stringContaining('without login'),
    });
  });

  const page =
    (headers: Record<string, string>): Break =>
    (_path, request) =>
      request.url === PAGE
        ? new Response(SHOP_PAGE, { headers: { ...PAGE_HEADERS, ...headers } })
        : undefined;
  const only =
    (at: string, answer: (good: Response) => Response): Break =>
    async (path, request, good) =>
      path.startsWith(at) && new URL(request.url).origin !== GATEWAY
        ? answer(await good(request))
        : undefined;

  const BROKEN: readonly [name: string, broken: Break, line: RegExp][] = [
    [
      'nothing at that address',
      (path) => (path === '/health' ? new Response('<h1>', { status: 404 }) : undefined),
      /FAILED {2}Handler: .*answers 404/,
    ],
    [
      'a dead server',
      () => {
        throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
      },
      /FAILED {2}Handler: .*ECONNREFUSED/,
    ],
    [
      'a store that is away',
      (path) =>
        path === '/health'
          ? Response.json({ status: 'down', store: 'down', gateway: 'ok' }, { status: 503 })
          : undefined,
      /FAILED {2}Handler: .*store/,
    ],
    [
      'a gateway that is away',
      (path) =>
        path === '/health' ? Response.json({ status: 'degraded', store: 'ok', gateway: 'down' }) : undefined,
      /FAILED {2}Gateway of the server: .*no answer from its gateway/,
    ],
    [
      'a wrong clock',
      only('/health', (good) => withHeaders(good, { date: new Date(NOW - 300_000).toUTCString() })),
      /FAILED {2}Clock: .*300 s behind/,
    ],
    [
      'a cache in front',
      only('/session/', (good) => withHeaders(good, { 'cache-control': 'max-age=60' })),
      /FAILED {2}Status route: .*cached/,
    ],
    [
      'a proxy that answers for unknown paths',
      only('/session/', () => new Response('home', { status: 200 })),
      /FAILED {2}Status route: .*got 200/,
    ],
    [
      'a body parser before the handler',
      (path, request) =>
        path === '/session' && request.method === 'POST' && !request.headers.has('origin')
          ? Response.json(
              {
                code: 'internal_error',
                detail: 'The body was parsed before the checkout handler got the request.',
              },
              { status: 500 },
            )
          : undefined,
      /FAILED {2}Request bodies: .*parsed before/,
    ],
    [
      'T29 CORS headers for everybody',
      only('/session', (good) => withHeaders(good, { 'access-control-allow-origin': '*' })),
      /FAILED {2}Foreign pages: .*access-control-allow-origin: \*/,
    ],
    [
      'T29 an Origin header that a proxy takes away',
      (path, request, good) => {
        if (path !== '/session' || request.headers.get('origin') !== 'https://doctor.invalid')
          return undefined;
        const headers = new Headers(request.headers);
        headers.delete('origin');
        return good(new Request(request, { headers }));
      },
      /FAILED {2}Foreign pages: .*got 404 order_not_found/,
    ],
    [
      'a shop that is not allowed',
      (path, request) =>
        path === '/session' && request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : undefined,
      /FAILED {2}Origin of the page: .*shop\.example/,
    ],
    [
      'a login in front of notifications',
      only('/notify', () => new Response(null, { status: 302, headers: { location: '/login' } })),
      /FAILED {2}Notifications: .*302, a redirect to \/login/,
    ],
    [
      'T1 notifications that nobody checks',
      only('/notify', () => new Response('OK')),
      /FAILED {2}Notifications: .*was accepted/,
    ],
    [
      'T31 X-Frame-Options on the return page',
      only('/return', (good) => withHeaders(good, { 'x-frame-options': 'SAMEORIGIN' })),
      /FAILED {2}Return page: .*X-Frame-Options/,
    ],
    [
      'a return page that nobody may frame',
      only('/return', (good) =>
        withHeaders(good, { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }),
      ),
      /FAILED {2}Return page: .*'none'/,
    ],
    [
      'a return page without its policy',
      only('/return', (good) => withHeaders(good, { 'content-security-policy': null })),
      /FAILED {2}Return page: .*lost its frame-ancestors/,
    ],
    [
      'a CSRF check on the return page',
      (path, request) =>
        path.startsWith('/return') && request.method === 'POST'
          ? new Response('CSRF', { status: 403 })
          : undefined,
      /FAILED {2}Return page: .*POST/,
    ],
    [
      'a page that may not show the hosted page',
      page({ 'content-security-policy': "frame-src 'none'; frame-ancestors 'none'" }),
      /FAILED {2}Page: .*show the return page and show the hosted page: frame-src lacks https:\/\/pay\S+ https:\/\/gateway/,
    ],
    [
      'a page that may not ask the handler',
      page({ 'content-security-policy': "connect-src 'self'; frame-ancestors 'none'" }),
      /FAILED {2}Page: .*ask the handler/,
    ],
    [
      'a cross-origin isolated page',
      page({ 'cross-origin-embedder-policy': 'require-corp' }),
      /FAILED {2}Page: .*Embedder/,
    ],
    [
      'a dialog that was not copied',
      (path) => (path.includes('dialog') ? new Response('', { status: 404 }) : undefined),
      /FAILED {2}Page: The dialog’s file .*404/,
    ],
    [
      'a dialog without CORS',
      (path) =>
        path.includes('dialog')
          ? new Response('x', { headers: { 'content-type': 'text/javascript' } })
          : undefined,
      /FAILED {2}Page: .*check its hash/,
    ],
    [
      'a hosted page that refuses to be framed',
      async (path, request, good) =>
        path.startsWith('/hpp/')
          ? withHeaders(await good(request), { 'content-security-policy': "frame-ancestors 'none'" })
          : undefined,
      /FAILED {2}Hosted page: .*refuses to be framed/,
    ],
  ];
  for (const [name, broken, line] of BROKEN) {
    it(`finds ${name}`, async () => {
      const terminal = harness(broken);
      const code = await terminal.type(`doctor --url ${URL_OF} --page ${PAGE} --order A-1001`);
      expect(terminal.out.join('\n')).toMatch(line);
      expect(code).toBe(line.source.startsWith('FAILED') ? 1 : 0);
      const found = terminal.out.findIndex((text) => line.test(text));
      expect(terminal.out[found + 1]).toMatch(/^ {8}\S/);
    });
  }

  it('refuses addresses and options that make no sense', async () => {
    const terminal = harness();
    expect(await terminal.type('doctor --url shop.example')).toBe(2);
    expect(await terminal.type(`doctor --page ${PAGE}`)).toBe(2);
    expect(terminal.err.join('\n')).toMatch(/--url: expected an address[\s\S]*give its --url too/);
  });
});
