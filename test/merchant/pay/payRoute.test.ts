import { describe, expect, it } from 'vitest';
import { GatewayRejectedError } from '../../../src/gateway/errors/answerErrors.ts';
import { PAY_TEXTS } from '../../../src/view/language/allPayTexts.ts';
import { directionOf } from '../../../src/view/language/directionOf.ts';
import { BASE, handlerHarness } from '../../support/handlerHarness.ts';
import { press } from '../../support/payPage.ts';

const FOREIGN = ['https://evil.example', 'null', 'https://shop.example.evil.example', 'http://shop.example'];

describe('GET /pay?order=…', () => {
  it('shows the sum, the order and a button, and makes no session', async () => {
    const harness = handlerHarness({ handler: { shopName: 'Kettles & Co' } });
    const response = await harness.get('/pay?order=A-1001');
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('Kettles &amp; Co');
    expect(page).toContain('Pay €49.90</button>');
    expect(page).toContain('<bdi>A-1001</bdi>');
    expect(page).toContain(`<form method="post" action="${BASE}/pay">`);
    expect(harness.gateway.created).toEqual([]);
  });

  it('has the words of the law on its button where that concludes the order', async () => {
    const harness = handlerHarness({ handler: { wording: 'order' } });
    const page = await (await harness.get('/pay?order=A-1001', { 'accept-language': 'de' })).text();
    expect(page).toContain('<button>Zahlungspflichtig bestellen</button>');
    expect(() => handlerHarness({ handler: { wording: 'buy' as 'pay' } })).toThrow(
      'wording: expected "pay" or "order", got "buy".',
    );
  });

  it('T91 is for nobody’s list, cache, frame or script, and tells no other site where it was', async () => {
    const harness = handlerHarness();
    for (const path of ['/pay?order=A-1', '/pay?order=none', '/pay?link=1.a.b', '/pay']) {
      const { headers } = await harness.get(path);
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('script-src');
    }
    const page = await (await harness.get('/pay?order=A-1')).text();
    expect(page.replace('<link rel="icon" href="data:,">', '')).not.toMatch(/<script|<link|<img|style="/);
    expect(page).toContain('<meta name="robots" content="noindex,nofollow">');
  });

  it('T91 makes no session for a scanner: GET, HEAD, a prefetch, a preview', async () => {
    const harness = handlerHarness();
    for (const [method, headers] of [
      ['GET', {}],
      ['HEAD', {}],
      ['GET', { 'sec-purpose': 'prefetch;prerender' }],
      ['GET', { purpose: 'prefetch' }],
    ] as const) {
      const response = await harness.fetch('/pay?order=A-1', { method, headers });
      expect(response.status).toBe(200);
      if (method === 'HEAD') expect(await response.text()).toBe('');
    }
    const ahead = await press(harness, { order: 'A-1' }, { 'sec-purpose': 'prefetch' });
    expect(ahead.status).toBe(200);
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect((await harness.fetch('/pay?order=A-1', { method })).status).toBe(405);
    }
    expect(harness.gateway.created).toEqual([]);
  });

  it('names an object or a list as JSON, and anything else as it stands', async () => {
    const seen: unknown[] = [];
    const harness = handlerHarness({
      handler: {
        resolveOrder: (order) => {
          seen.push(order);
          return { orderReference: 'A-1', amount: '1.00', currency: 'EUR' };
        },
      },
    });
    const orders = ['A-1', '42', '{"basket":7}', '["a","b"]', '[A-1', ''];
    for (const order of orders) await harness.get(`/pay?${new URLSearchParams({ order })}`);
    expect(seen).toEqual(['A-1', '42', { basket: 7 }, ['a', 'b'], '[A-1', '']);
    const page = await (await harness.get('/pay?order=%7B%22basket%22%3A7%7D')).text();
    expect(page).toContain('value="{&quot;basket&quot;:7}"');
  });

  it('T21 refuses what reaches a prototype, nests too deep, is too long, or names more than one thing', async () => {
    const harness = handlerHarness();
    const hostile = [
      'order={"__proto__":{"admin":true}}',
      `order=${'['.repeat(20)}${']'.repeat(20)}`,
      'order=A-1&order=A-2',
      'order=A-1&link=1.a.b',
      'other=1',
    ];
    for (const query of hostile) {
      const response = await harness.get(`/pay?${query}`);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('Payment not found');
    }
    expect((await harness.get(`/pay?order=${'x'.repeat(5_000)}`)).status).toBe(413);
  });

  it('T16 escapes whatever order, reference and shop name hold', async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&`;
    const harness = handlerHarness({
      handler: {
        shopName: evil,
        resolveOrder: () => ({ orderReference: evil.slice(0, 80), amount: '1.00', currency: 'EUR' }),
      },
    });
    for (const query of [
      `order=${encodeURIComponent(evil)}`,
      `order=none&link=${encodeURIComponent(evil)}`,
    ]) {
      const page = await (await harness.get(`/pay?${query}`)).text();
      expect(page).not.toContain('<script');
      expect(page).not.toContain('<img');
      expect(page.match(/<input[^>]*>/g)?.length ?? 0).toBeLessThan(2);
    }
  });

  it('asks authorize, and gives its principal to resolveOrder', async () => {
    const seen: unknown[] = [];
    const harness = handlerHarness({
      handler: {
        authorize: (request) => (request.headers.get('cookie') === 'sid=1' ? { customer: 7 } : null),
        resolveOrder: (_, context) => {
          seen.push([context.reason, context.principal, context.request?.method]);
          return { orderReference: 'A-1', amount: '1.00', currency: 'EUR' };
        },
      },
    });
    const refused = await harness.get('/pay?order=A-1');
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain('Please sign in to pay');
    expect((await press(harness, { order: 'A-1' })).status).toBe(401);
    expect((await harness.get('/pay?order=A-1', { cookie: 'sid=1' })).status).toBe(200);
    expect((await press(harness, { order: 'A-1' }, { cookie: 'sid=1' })).status).toBe(303);
    expect(seen).toEqual([
      ['session', { customer: 7 }, 'GET'],
      ['session', { customer: 7 }, 'POST'],
    ]);
  });

  it('speaks the order’s language, then the browser’s, in every language there is', async () => {
    let language: string | undefined;
    const harness = handlerHarness({
      handler: {
        resolveOrder: (order) =>
          order === 'none'
            ? null
            : { orderReference: 'A-1', amount: '1234.50', currency: 'EUR', ...(language && { language }) },
      },
    });
    for (const [tag, texts] of Object.entries(PAY_TEXTS)) {
      language = tag;
      const page = await (await harness.get('/pay?order=A-1', { 'accept-language': 'fr' })).text();
      expect(page).toContain(`<html lang="${tag}" dir="${directionOf(tag)}">`);
      expect(page).toContain(texts.onward.replaceAll("'", '&#39;'));
      language = undefined;
      const refusal = await (await harness.get('/pay?order=none', { 'accept-language': tag })).text();
      expect(refusal).toContain(texts.notPayable.title.replaceAll("'", '&#39;'));
    }
    language = 'de';
    expect(await (await harness.get('/pay?order=A-1')).text()).toContain('1.234,50\u00a0€ bezahlen</button>');
  });
});

describe('POST /pay', () => {
  it('leads to the hosted page by the person’s click; a double click, Back and a reload to the same one', async () => {
    const harness = handlerHarness();
    const [first, second] = await Promise.all([
      press(harness, { order: 'A-1001' }),
      press(harness, { order: 'A-1001' }),
    ]);
    expect([first.status, second.status]).toEqual([303, 303]);
    const again = await press(harness, { order: 'A-1001' });
    const pages = [first, second, again].map(({ headers }) => headers.get('location'));
    expect(new Set(pages).size).toBe(1);
    expect(harness.gateway.created).toHaveLength(1);
    const [stored] = await harness.store.findSessions({ orderReference: 'A-1001', test: true });
    expect(pages[0]).toBe(stored?.value.redirectUrl);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(harness.events.find(({ type }) => type === 'session_created')?.data).toMatchObject({
      reason: 'page',
    });
  });

  it('says that an order is paid, and opens no second page', async () => {
    const harness = handlerHarness();
    await press(harness, { order: 'A-1' });
    harness.gateway.pay();
    await harness.notify();
    const looked = await harness.get('/pay?order=A-1');
    expect(looked.status).toBe(200);
    expect(await looked.text()).toContain('Payment completed');
    const pressed = await press(harness, { order: 'A-1' });
    expect(pressed.status).toBe(409);
    expect(await pressed.text()).toContain('Payment completed');
    expect(harness.gateway.created).toHaveLength(1);
  });

  for (const origin of FOREIGN) {
    it(`T29 refuses a form of ${origin}, and shows the way to our own`, async () => {
      const harness = handlerHarness();
      const response = await press(harness, { order: 'A-1' }, { origin, 'sec-fetch-site': 'cross-site' });
      expect(response.status).toBe(403);
      expect(await response.text()).toContain(`<a href="${BASE}/pay?order=A-1">`);
      expect(harness.gateway.created).toEqual([]);
    });
  }

  it('T29 takes our own form from a browser that hides its origin, and a form of the shop', async () => {
    const harness = handlerHarness();
    expect((await press(harness, { order: 'A-1' }, { origin: 'null' })).status).toBe(303);
    const shop = { origin: 'https://www.shop.example', 'sec-fetch-site': 'same-site' };
    expect((await press(harness, { order: 'A-2' }, shop)).status).toBe(303);
    const hidden = await press(harness, { order: 'A-3' }, { origin: 'null', 'sec-fetch-site': 'cross-site' });
    expect(hidden.status).toBe(403);
  });

  it('takes a form alone', async () => {
    const harness = handlerHarness();
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
      expect((await press(harness, { order: 'A-1' }, { 'content-type': type })).status).toBe(415);
    }
    const long = await press(harness, { order: 'A-1', other: 'x'.repeat(70_000) });
    expect(long.status).toBe(413);
    expect(harness.gateway.created).toEqual([]);
  });

  it('T29 is limited as POST /session is, on a page that says when to come back', async () => {
    const harness = handlerHarness({ handler: { limits: { sessionsPerAddress: 3, sessionsPerOrder: 2 } } });
    const statuses = [];
    for (const order of ['A-1', 'A-1', 'A-1', 'A-2']) {
      const response = await press(harness, { order }, {}, '203.0.113.7');
      statuses.push(response.status);
      if (response.status !== 429) continue;
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.text()).toContain('Please try again in a moment');
    }
    expect(statuses).toEqual([303, 303, 429, 429]);
    const reads = handlerHarness({ handler: { limits: { readsPerAddress: 1 } } });
    const read = () => reads.fetch('/pay?order=A-1', {}, { clientAddress: '203.0.113.7' });
    expect([(await read()).status, (await read()).status]).toEqual([200, 429]);
  });

  it('says what to do when the gateway cannot be reached, and when it refuses', async () => {
    const harness = handlerHarness();
    harness.gateway.down.add('create');
    const down = await press(harness, { order: 'A-1' });
    expect(down.status).toBe(503);
    expect(down.headers.get('retry-after')).toBe('2');
    expect(await down.text()).toContain('Try again</a>');
    harness.gateway.down.clear();
    harness.gateway.before.create = () => {
      throw new GatewayRejectedError('refused', {
        errorMessage: 'INVALID_FIELD',
        gatewayCode: 'INVALID_FIELD',
      });
    };
    const refused = await press(harness, { order: 'A-2' });
    expect(refused.status).toBe(502);
    expect(await refused.text()).toContain('Please tell the shop.');
  });

  it('asks to wait while an older page may be paid', async () => {
    const harness = handlerHarness();
    await press(harness, { order: 'A-1' });
    harness.advance(110_000);
    const busy = await press(harness, { order: 'A-1' });
    expect(busy.status).toBe(409);
    expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(5);
    expect(await busy.text()).toContain('This order is being paid already');
    harness.advance(15_000);
    expect((await press(harness, { order: 'A-1' })).status).toBe(303);
  });

  it('M43 an order that cannot be priced is a page, and the reason a line in the log', async () => {
    const wrong: (() => never)[] = [
      () => {
        throw new Error('database down');
      },
      () => ({ orderReference: 'A-1', amount: '1.999', currency: 'EUR' }) as never,
      () => ({ orderReference: 'A-1', amount: 'free', currency: 'EUR' }) as never,
      () => ({ orderReference: '', amount: '1.00', currency: 'EUR' }) as never,
    ];
    for (const resolveOrder of wrong) {
      const harness = handlerHarness({ handler: { resolveOrder } });
      for (const response of [await harness.get('/pay?order=A-1'), await press(harness, { order: 'A-1' })]) {
        expect(response.status).toBe(500);
        const page = await response.text();
        expect(page).toContain('Please tell the shop.');
        expect(page).not.toContain('database down');
      }
      expect(harness.logs.length).toBeGreaterThan(0);
    }
  });

  it('is a page without a store, and after the handler was closed', async () => {
    const harness = handlerHarness({
      wrap: (store) => ({ ...store, ready: () => Promise.reject(new Error('disk full')) }),
    });
    const down = await harness.get('/pay?order=A-1', { 'accept-language': 'de' });
    expect([down.status, down.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await down.text()).toContain('Erneut versuchen</a>');
    await harness.handler.close();
    const closed = await press(harness, { order: 'A-1' });
    expect([closed.status, closed.headers.get('connection')]).toEqual([503, 'close']);
    expect(closed.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('tells its developer why in test mode, and a customer nothing', async () => {
    for (const test of [true, false]) {
      const harness = handlerHarness();
      Object.assign(harness.gateway, { test });
      const page = await (await press(harness, { order: 'A-1' }, { origin: 'https://evil.example' })).text();
      expect(page.includes('origin_not_allowed')).toBe(test);
    }
  });
});
