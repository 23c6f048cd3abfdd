import { describe, expect, it } from 'vitest';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { fakeGateway } from '../../support/fakeGateway.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

const apps = {
  ios: 'myshop://paid?order={ORDER_REFERENCE}&session={SESSION_ID}',
  android: 'https://shop.example/app/paid/{ORDER_REFERENCE}',
};
const withApps = () => handlerHarness({ handler: { appReturnUrls: apps, continueUrl: '/orders' } });
const islandOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

function open(harness: HandlerHarness, query: string, order = 'A-1'): Promise<Response> {
  return harness.fetch(`/session${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
    body: JSON.stringify({ order, reason: 'open' }),
  });
}

async function sessionFor(harness: HandlerHarness, query: string, order?: string): Promise<string> {
  const response = await open(harness, query, order);
  expect(response.status).toBe(201);
  return (await response.json()).sessionId;
}

async function returnOf(harness: HandlerHarness, id: string) {
  const html = await (await harness.comeBack(id)).text();
  const [, link, label] = /class="on"><a href="([^"]*)"[^>]*>([^<]*)/.exec(html) ?? [];
  return { next: islandOf(html).next, link: link?.replaceAll('&amp;', '&'), label };
}

describe('the way back to an app', () => {
  it('is the listed address, for every outcome, as a button too', async () => {
    const harness = withApps();
    const id = await sessionFor(harness, '?app=ios');
    const address = `myshop://paid?order=A-1&session=${id}`;
    expect(await returnOf(harness, id)).toEqual({
      next: { completed: address, failed: address, pending: address, other: address },
      link: address,
      label: 'Back to the app',
    });
    harness.gateway.pay();
    await harness.notify();
    expect((await returnOf(harness, id)).link).toBe(address);
  });

  it('T17 no order reference leads to another host, path or parameter', async () => {
    const harness = withApps();
    const nasty = '/../..//evil.example?x=1&session=2#"><script>';
    const ios = await sessionFor(harness, '?app=ios', nasty);
    const { link } = await returnOf(harness, ios);
    const url = new URL(link ?? '');
    expect([url.protocol, url.host, [...url.searchParams.keys()]]).toEqual([
      'myshop:',
      'paid',
      ['order', 'session'],
    ]);
    expect(url.searchParams.get('order')).toBe(nasty);
    const android = await returnOf(harness, await sessionFor(harness, '?app=android', '../../evil'));
    expect(android.link).toBe('https://shop.example/app/paid/..%2F..%2Fevil');
  });

  it('is the shop’s for a browser, and whoever asks for a page last has it', async () => {
    const harness = withApps();
    const id = await sessionFor(harness, '');
    expect(await returnOf({ ...harness }, id)).toMatchObject({ label: 'Back to the shop' });
    const shared = withApps();
    const first = await sessionFor(shared, '?app=ios');
    expect(await sessionFor(shared, '?app=android')).toBe(first);
    expect((await returnOf(shared, first)).link).toBe('https://shop.example/app/paid/A-1');
    const again = withApps();
    const session = await sessionFor(again, '?app=ios');
    expect(await sessionFor(again, '')).toBe(session);
    expect((await returnOf(again, session)).link).toBe('https://shop.example/orders');
  });

  it('outlives the process, and an app that is not listed any more', async () => {
    const harness = withApps();
    const id = await sessionFor(harness, '?app=ios');
    const other = harness.anotherProcess();
    const address = harness.gateway.created[0]?.redirectionUrl ?? '';
    expect(await (await other.fetch(new Request(address))).text()).toContain('myshop://paid');
    const later = createCheckoutHandler({
      gateway: harness.gateway,
      store: harness.store,
      publicUrl: 'https://shop.example/checkout',
      continueUrl: '/orders',
      authorize: 'anyone',
      resolveOrder: () => null,
      sweepEveryMs: false,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const html = await (await later.fetch(new Request(address))).text();
    expect(islandOf(html).next.completed).toBe('https://shop.example/orders');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('costs nothing where no app is listed', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    expect((await harness.store.listEvents(id)).map(({ type }) => type)).not.toContain('app_chosen');
  });
});

/** What somebody may write in place of a name. */
const HOSTILE = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'myshop://paid',
  'data:text/html,x',
  'https://shop.example/app/paid/1',
  'IOS',
  'ios ',
  ' ios',
  'ios\n',
  'ios\0',
  'ios&app=android',
  '',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(5_000),
];

describe('T17 an address that a request names', () => {
  it.each(HOSTILE)('is refused by POST /session: %j', async (name) => {
    const harness = withApps();
    const response = await open(harness, `?app=${encodeURIComponent(name)}`);
    expect(response.status).toBe(400);
    const problem = await response.json();
    expect(problem).toMatchObject({ code: 'invalid_request', detail: expect.stringMatching(/^app: /) });
    expect(problem.detail.length).toBeLessThan(200);
    expect(harness.gateway.created).toEqual([]);
  });

  it.each(HOSTILE)('is refused by the pay page: %j', async (name) => {
    const harness = withApps();
    const page = await harness.get(`/pay?order=A-1&app=${encodeURIComponent(name)}`);
    expect(page.status).toBe(400);
    const html = await page.text();
    expect(html).not.toContain('evil.example');
    expect(html).not.toContain('<form');
    const click = await harness.fetch('/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example' },
      body: new URLSearchParams({ order: 'A-1', app: name }).toString(),
    });
    expect([click.status, click.headers.get('location')]).toEqual([400, null]);
    expect(harness.gateway.created).toEqual([]);
  });

  it('two names are one too many', async () => {
    const harness = withApps();
    expect((await open(harness, '?app=ios&app=android')).status).toBe(400);
    expect((await harness.get('/pay?order=A-1&app=ios&app=ios')).status).toBe(400);
  });

  it('without a list every name is refused', async () => {
    expect((await open(handlerHarness(), '?app=ios')).status).toBe(400);
  });

  it('is nowhere in the return page, whatever its query says', async () => {
    const harness = withApps();
    const id = await sessionFor(harness, '');
    const clean = (await returnOf(harness, id)).next;
    for (const name of ['ios', ...HOSTILE]) {
      const html = await (await harness.get(`/return/${id}/success?app=${encodeURIComponent(name)}`)).text();
      expect(islandOf(html).next).toEqual(clean);
    }
  });
});

describe('appReturnUrls', () => {
  const create = (appReturnUrls: unknown) =>
    createCheckoutHandler({
      gateway: fakeGateway(),
      store: memoryStore(),
      publicUrl: 'https://shop.example/checkout',
      authorize: 'anyone',
      resolveOrder: () => null,
      sweepEveryMs: false,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      appReturnUrls,
    } as never);

  it.each([
    'myshop://paid',
    'myshop://paid?order={ORDER_REFERENCE}&s={SESSION_ID}#{ORDER_REFERENCE}',
    'com.example.shop:/paid',
    'com.example.shop:paid/{ORDER_REFERENCE}',
    'https://shop.example/app/paid',
    'http://localhost:3000/app',
    'http://127.0.0.1/app',
    'http://[::1]:8080/app',
    'intent://paid#Intent;scheme=myshop;package=com.example.shop;end',
  ])('takes %s', (address) => {
    expect(() => create({ ios: address })).not.toThrow();
  });

  it.each([
    [
      'javascript:alert(1)',
      /^appReturnUrls\.ios: no app is opened by "javascript:"; expected an app's own scheme/,
    ],
    ['JaVaScRiPt:alert(1)', /no app is opened by "javascript:"/],
    [' java\nscript:alert(1)', /no app is opened by "javascript:"/],
    ['\u0001javascript:alert(1)', /no app is opened by "javascript:"/],
    ['data:text/html,<script>', /no app is opened by "data:"/],
    ['vbscript:x', /no app is opened by/],
    ['blob:https://shop.example/1', /no app is opened by/],
    ['file:///etc/passwd', /no app is opened by/],
    ['about:blank', /no app is opened by/],
    ['view-source:https://shop.example', /no app is opened by/],
    ['http://shop.example/app', /a universal link is https; http is for this machine only/],
    ['http://localhost.evil.example/', /a universal link is https/],
    ['http://127.0.0.1.evil.example/', /a universal link is https/],
    ['https://user:pw@shop.example/', /has a user or a password/],
    ['/app/paid', /"\/app\/paid" is no absolute address/],
    ['//evil.example', /is no absolute address/],
    ['', /is no absolute address/],
    [5, /is no absolute address/],
    [null, /is no absolute address/],
    [() => 'myshop://paid', /is no absolute address/],
    ['myshop://paid?order={ORDER}', /"\{ORDER\}" in .* is no placeholder/],
    ['myshop://{ORDER_REFERENCE}', /a placeholder of .* is in its host/],
    ['https://{ORDER_REFERENCE}.shop.example/', /a placeholder of .* is in its host/],
    ['{ORDER_REFERENCE}://paid', /is no absolute address/],
  ])('refuses %j', (address, message) => {
    expect(() => create({ ios: address })).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: expect.stringMatching(message) }),
    );
  });

  it.each([[['myshop://paid']], ['myshop://paid'], [5], [null], [new Map([['ios', 'myshop://paid']])]])(
    'is an object by name, not %j',
    (given) => {
      expect(() => create(given)).toThrow(/^appReturnUrls: expected an object of addresses by name/);
    },
  );

  it.each(['', '1', 'a b', 'a/b', 'ios?', 'x'.repeat(33)])('refuses the name %j', (name) => {
    expect(() => create({ [name]: 'myshop://paid' })).toThrow(/^appReturnUrls: ".*" is no name/);
  });
});

describe('the pay page where there is nothing to pay', () => {
  const told = async (response: Response) => {
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    const nonce = /script-src 'nonce-([0-9a-f]{32})'/.exec(policy)?.[1] ?? 'none';
    return { message: islandOf(html), runs: html.includes(`<script nonce="${nonce}">`), policy };
  };
  const said = { ns: 'hpp-checkout', v: 1, type: 'outcome' };

  it('tells the app that the order is paid, or that the link is over', async () => {
    const harness = handlerHarness({
      handler: { appReturnUrls: apps, payLinks: { secret: 'x'.repeat(32) } },
    });
    const expiresAt = harness.now() + 600_000;
    const link = await harness.handler.payLink('A-1', { expiresAt, app: 'ios' });
    const openLink = () => harness.handler.fetch(new Request(link));
    expect(await told(await openLink())).toMatchObject({ message: null, runs: false });
    const click = await harness.fetch('/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example' },
      body: new URL(link).searchParams.toString(),
    });
    expect(click.status).toBe(303);
    const [made] = await harness.store.findSessions({ orderReference: 'A-1', test: true });
    const sessionId = made?.value.id ?? '';
    expect((await returnOf(harness, sessionId)).link).toBe(`myshop://paid?order=A-1&session=${sessionId}`);
    harness.gateway.pay();
    await harness.notify();
    expect(await told(await openLink())).toMatchObject({
      message: { ...said, outcome: 'completed', sessionId, orderReference: 'A-1' },
      runs: true,
    });
    await harness.handler.revokePayLink(link);
    const over = await told(await openLink());
    expect(over).toMatchObject({
      message: { ...said, outcome: 'expired', sessionId: null, orderReference: null },
      runs: true,
    });
    expect(over.policy).toContain("default-src 'none'");
    expect(over.policy).toContain("require-trusted-types-for 'script'");
  });

  it.each(['evil', 'https://evil.example', '__proto__'])(
    'T17 payLink and createSession refuse %s',
    async (app) => {
      const harness = handlerHarness({
        handler: { appReturnUrls: apps, payLinks: { secret: 'x'.repeat(32) } },
      });
      const expiresAt = harness.now() + 600_000;
      await expect(harness.handler.payLink('A-1', { expiresAt, app })).rejects.toThrow(
        /is not listed in appReturnUrls/,
      );
      await expect(harness.handler.createSession('A-1', { app })).rejects.toThrow(
        /is not listed in appReturnUrls/,
      );
      const { sessionId } = await harness.handler.createSession('A-1', { app: 'android' });
      expect((await returnOf(harness, sessionId)).link).toBe('https://shop.example/app/paid/A-1');
    },
  );
});
