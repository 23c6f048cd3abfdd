import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../src/protocol/gateway/defaultProfile.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import {
  type HandlerHarness,
  type HandlerHarnessOptions,
  handlerHarness,
} from '../../support/handlerHarness.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const REFUSED = { 'x-frame-options': 'DENY' };
const always = defineProfile({ redirect: { headLivePage: 'always' } });

interface Look {
  url: string;
  init: RequestInit;
}

interface Visit extends HandlerHarness {
  looks: Look[];
  /** Runs what the handler put off. */
  runLater(): void;
  /** Waits for looks that are under way. */
  settle(): Promise<void>;
  /** What `POST /session` says of framing. */
  framing(order: string, origin?: string): Promise<unknown>;
  warnings(): string[];
}

type Page = (url: string, init: RequestInit) => Response | Promise<Response>;

/** A handler that looks at pages which a test answers for. */
function visit(page: Page, options: HandlerHarnessOptions = {}): Visit {
  const looks: Look[] = [];
  const put: (() => void)[] = [];
  const harness = handlerHarness({
    pageFetch: async (url, init) => {
      looks.push({ url, init });
      return page(url, init);
    },
    later(_, run) {
      put.push(run);
      return () => void put.splice(put.indexOf(run), 1);
    },
    ...options,
  });
  return Object.assign(harness, {
    looks,
    runLater: () => {
      for (const run of put.splice(0)) run();
    },
    async settle() {
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    },
    async framing(order: string, origin?: string) {
      const response = await harness.open(order, {}, origin === undefined ? {} : { origin });
      return ((await response.json()) as { framing?: unknown }).framing;
    },
    warnings: () => harness.logs.filter((line) => /be framed/.test(line)),
  });
}

const answering =
  (headers: Record<string, string>, status = 200) =>
  () =>
    new Response(null, { status, headers });

describe('a page that refuses framing', () => {
  it('is told with the sessions after the look, and said once', async () => {
    const shop = visit(answering(REFUSED), { gateway: { profile: always } });
    await shop.framing('A-1');
    await shop.settle();
    expect(await shop.framing('A-2')).toBe('refused');
    expect(await shop.framing('A-2')).toBe('refused');
    expect(shop.looks.map(({ init }) => init.method)).toEqual(['HEAD']);
    expect(shop.warnings()).toHaveLength(1);
    expect(shop.warnings()[0]).toContain('X-Frame-Options: DENY');
    expect(shop.warnings()[0]).toContain('https://pay.example');
    expect(shop.warnings()[0]).not.toContain('/page/');
  });

  it('is told to createSession too', async () => {
    const shop = visit(answering(REFUSED), { gateway: { profile: always } });
    await shop.handler.createSession('A-1');
    await shop.settle();
    expect(await shop.handler.createSession('A-2')).toMatchObject({ framing: 'refused' });
  });

  it('is told to the page that is refused, and to no other', async () => {
    const policy = { 'content-security-policy': 'frame-ancestors https://www.shop.example' };
    const shop = visit(answering(policy), { gateway: { profile: always } });
    await shop.framing('A-1');
    await shop.settle();
    expect(await shop.framing('A-2', 'https://shop.example')).toBe('refused');
    expect(await shop.framing('A-3', 'https://www.shop.example')).toBeUndefined();
    // Nobody knows which page a session of the server's own is for: one of them may frame it.
    expect(await shop.handler.createSession('A-4')).not.toHaveProperty('framing');
  });

  for (const [what, headers] of [
    ['a policy that only reports', { 'content-security-policy-report-only': "frame-ancestors 'none'" }],
    ['one that names the shop', { 'content-security-policy': 'frame-ancestors https://*.example' }],
    ['no header', {}],
  ] as const) {
    it(`is not one with ${what}`, async () => {
      const shop = visit(answering(headers as Record<string, string>), { gateway: { profile: always } });
      await shop.framing('A-1');
      await shop.settle();
      expect(await shop.framing('A-2')).toBeUndefined();
      expect(shop.warnings()).toEqual([]);
    });
  }
});

describe('how often it looks', () => {
  it('once a day and origin, however many ask at once', async () => {
    const shop = visit(answering({}), { gateway: { profile: always } });
    await Promise.all(['A-1', 'A-2', 'A-3', 'A-4'].map((order) => shop.framing(order)));
    await shop.settle();
    for (const order of ['B-1', 'B-2']) await shop.framing(order);
    expect(shop.looks).toHaveLength(1);
    shop.advance(DAY - 1);
    await shop.framing('B-3');
    expect(shop.looks).toHaveLength(1);
    shop.advance(1);
    await shop.framing('B-4');
    expect(shop.looks).toHaveLength(2);
  });

  it('again after a minute where a page under test refuses: its headers are tried out', async () => {
    for (const [test, looks] of [
      [true, 2],
      [false, 1],
    ] as const) {
      const shop = visit(answering(REFUSED), { gateway: { profile: always, test } });
      await shop.framing('A-1');
      await shop.settle();
      shop.advance(MINUTE);
      await shop.framing('A-2');
      expect(shop.looks).toHaveLength(looks);
    }
  });

  it('again after a minute, two, four, where nothing was learned', async () => {
    for (const page of [
      () => Promise.reject(new Error('unreachable')),
      answering(REFUSED, 429),
      answering(REFUSED, 404),
      answering(REFUSED, 503),
    ] as Page[]) {
      const shop = visit(page, { gateway: { profile: always } });
      let order = 0;
      const looksAfter = async (ms: number) => {
        shop.advance(ms);
        expect(await shop.framing(`A-${++order}`)).toBeUndefined();
        await shop.settle();
        return shop.looks.length;
      };
      expect(await looksAfter(0)).toBe(1);
      expect(await looksAfter(MINUTE - 1)).toBe(1);
      expect(await looksAfter(1)).toBe(2);
      expect(await looksAfter(MINUTE)).toBe(2);
      expect(await looksAfter(MINUTE)).toBe(3);
    }
  });

  it('goes by what it knew while a later look fails, and says when framing is allowed again', async () => {
    let page: Page = answering(REFUSED);
    const shop = visit((...asked) => page(...asked), { gateway: { profile: always } });
    await shop.framing('A-1');
    await shop.settle();
    page = answering({}, 503);
    shop.advance(DAY);
    expect(await shop.framing('A-2')).toBe('refused');
    await shop.settle();
    expect(await shop.framing('A-3')).toBe('refused');
    page = answering({});
    shop.advance(MINUTE);
    await shop.framing('A-4');
    await shop.settle();
    expect(await shop.framing('A-5')).toBeUndefined();
    expect(shop.warnings()).toHaveLength(2);
  });

  it('keeps no session waiting, and ends with the handler', async () => {
    let signal: AbortSignal | null | undefined;
    const hangs: Page = (_, init) => {
      signal = init.signal;
      return new Promise<Response>((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    };
    const shop = visit(hangs, { gateway: { profile: always } });
    expect(await shop.framing('A-1')).toBeUndefined();
    expect(await shop.framing('A-2')).toBeUndefined();
    expect(shop.looks).toHaveLength(1);
    await shop.handler.close();
    expect(signal?.aborted).toBe(true);
  });
});

describe('which address it looks at: a page may be good for one visit', () => {
  it('in test mode one that was handed out two seconds ago, by HEAD', async () => {
    const shop = visit(answering(REFUSED));
    await shop.framing('A-1');
    await shop.framing('A-2');
    await shop.settle();
    expect(shop.looks).toEqual([]);
    shop.runLater();
    await shop.settle();
    expect(shop.looks.map(({ init }) => init.method)).toEqual(['HEAD']);
    expect(await shop.framing('A-3')).toBe('refused');
  });

  it.each([
    ['test', {}, 405],
    ['always', { profile: always }, 501],
  ] as const)(
    'where HEAD is refused, %s: the same address by GET when it is over',
    async (_, gateway, status) => {
      const page: Page = (_url, { method }) =>
        new Response(null, method === 'HEAD' ? { status } : { status: 410, headers: REFUSED });
      const shop = visit(page, { gateway });
      await shop.framing('A-1');
      shop.runLater();
      await shop.settle();
      shop.advance(MINUTE);
      await shop.framing('A-2');
      shop.runLater();
      await shop.settle();
      expect(shop.looks.map(({ init }) => init.method)).toEqual(['HEAD']);
      shop.advance(2 * MINUTE);
      await shop.framing('A-3');
      await shop.settle();
      const [head, get] = shop.looks;
      expect([get?.init.method, get?.url]).toEqual(['GET', head?.url]);
      expect(await shop.framing('A-4')).toBe('refused');
    },
  );

  it("with 'never' none", async () => {
    const profile = defineProfile({ redirect: { headLivePage: 'never' } });
    const shop = visit(answering(REFUSED), { gateway: { profile } });
    await shop.framing('A-1');
    shop.runLater();
    shop.gateway.pay();
    await shop.notify();
    await shop.settle();
    expect(shop.looks).toEqual([]);
  });

  it('in live mode none that can be paid; a paid one, which can prove a refusal', async () => {
    const shop = visit(answering(REFUSED), { gateway: { test: false } });
    await shop.framing('A-1');
    shop.runLater();
    await shop.settle();
    expect(shop.looks).toEqual([]);
    shop.gateway.pay();
    await shop.notify();
    await shop.settle();
    expect(shop.looks.map(({ init }) => init.method)).toEqual(['GET']);
    expect(await shop.framing('A-2')).toBe('refused');
  });

  it('in live mode takes no word of a paid one that framing is allowed: it leads on to the shop', async () => {
    const shop = visit(answering({ 'content-security-policy': 'frame-ancestors *' }), {
      gateway: { test: false },
    });
    await shop.framing('A-1');
    shop.gateway.pay();
    await shop.notify();
    await shop.settle();
    shop.advance(MINUTE);
    await shop.framing('A-2');
    shop.gateway.pay();
    await shop.notify();
    await shop.settle();
    expect(shop.looks).toHaveLength(2);
  });

  it('in live mode an address whose time is over', async () => {
    const shop = visit(answering(REFUSED, 410), { gateway: { test: false } });
    await shop.framing('A-1');
    shop.advance(defaultProfile.redirect.lifetimeMs + 60_000);
    await shop.framing('A-2');
    await shop.settle();
    expect(shop.looks.map(({ init }) => init.method)).toEqual(['GET']);
    expect(await shop.framing('A-3')).toBe('refused');
  });
});

describe('T96 the look leads nowhere else', () => {
  const leadTo =
    (location: string): Page =>
    (url) =>
      url.startsWith('https://pay.example/page/')
        ? new Response(null, { status: 302, headers: { location } })
        : new Response(null, { headers: REFUSED });

  for (const location of [
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://pay.example/plain',
    'https://10.0.0.1/',
    'https://evil.example/',
    'https://pay.example.evil.example/',
    'https://user:word@pay.example/',
    'https://shop.example/checkout/return/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://[bad',
  ]) {
    it(`not to ${location}`, async () => {
      const shop = visit(leadTo(location), { gateway: { profile: always } });
      await shop.framing('A-1');
      await shop.settle();
      expect(shop.looks).toHaveLength(1);
      expect(await shop.framing('A-2')).toBeUndefined();
    });
  }

  it('but on the page’s own origin, and on those that the shop has named', async () => {
    for (const [location, handler] of [
      ['/secure/page', {}],
      ['https://secure.example/page', { gatewayOrigins: ['https://secure.example'] }],
    ] as const) {
      const shop = visit(leadTo(location), { gateway: { profile: always }, handler });
      await shop.framing('A-1');
      await shop.settle();
      expect(shop.looks).toHaveLength(2);
      expect(await shop.framing('A-2')).toBe('refused');
    }
  });

  it('and ends where redirects do not', async () => {
    const shop = visit((url) => Response.redirect(`${url}/on`), { gateway: { profile: always } });
    await shop.framing('A-1');
    await shop.settle();
    expect(shop.looks).toHaveLength(4);
  });

  it('with no cookie, no credentials and no referrer, and follows nothing by itself', async () => {
    const shop = visit(answering({ 'set-cookie': 'a=b' }), { gateway: { profile: always } });
    await shop.framing('A-1');
    const init: RequestInit = shop.looks[0]?.init ?? {};
    expect(init).toMatchObject({ redirect: 'manual' });
    expect(Object.keys(init.headers ?? {})).toEqual(['accept']);
    expect(init.body).toBeUndefined();
  });

  it('reads no body', async () => {
    let cancelled = false;
    const body = new ReadableStream({
      cancel() {
        cancelled = true;
      },
    });
    const shop = visit(() => new Response(body, { headers: REFUSED }), { gateway: { profile: always } });
    await shop.framing('A-1');
    await shop.settle();
    expect(cancelled).toBe(true);
    expect(await shop.framing('A-2')).toBe('refused');
  });

  for (const pageOrigin of ['http://pay.example', 'http://10.0.0.1', 'https://user:word@pay.example']) {
    it(`not at ${pageOrigin}: the browser would not show it either`, async () => {
      const shop = visit(answering(REFUSED), { gateway: { profile: always, pageOrigin } });
      await shop.framing('A-1');
      await shop.settle();
      expect(shop.looks).toEqual([]);
    });
  }

  it('in live mode not at this machine', async () => {
    const gateway = { profile: always, pageOrigin: 'http://127.0.0.1:4000' };
    const live = visit(answering(REFUSED), { gateway: { ...gateway, test: false } });
    const test = visit(answering(REFUSED), { gateway });
    for (const shop of [live, test]) await shop.framing('A-1');
    expect([live.looks.length, test.looks.length]).toEqual([0, 1]);
  });
});
