import { describe, expect, it } from 'vitest';
import { GatewayRejectedError } from '../../../src/gateway/errors/answerErrors.ts';
import { ProblemError } from '../../../src/merchant/http/problem.ts';
import { sessionRoute } from '../../../src/merchant/session/sessionRoute.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

/** What a browser may call its click. */
const NAMED = { 'x-correlation-id': 'click-1234', origin: 'https://www.shop.example' };
const FOREIGN = ['https://evil.example', 'null', 'https://shop.example.evil.example', 'http://shop.example'];

async function problemOf(
  response: Response,
): Promise<{ status: number; code: string; [name: string]: unknown }> {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const body = await response.json();
  expect(body.type).toBe(`urn:hpp-checkout:problem:${body.code}`);
  expect(body.status).toBe(response.status);
  return body;
}

describe('POST /session: a refusal says the mode', () => {
  it('so that the widget explains itself to a developer, and to no customer', async () => {
    for (const test of [true, false]) {
      const harness = handlerHarness();
      Object.assign(harness.gateway, { test });
      for (const response of [
        await harness.open('A-1', {}, { origin: 'https://evil.example' }),
        await harness.open('none'),
      ]) {
        expect((await problemOf(response)).test).toBe(test);
      }
    }
  });
});

describe('POST /session: who may ask', () => {
  it('T29 takes the shop’s own page, a configured one, and a caller that is no browser', async () => {
    const harness = handlerHarness();
    expect((await harness.open('A-1')).status).toBe(201);
    expect((await harness.open('A-2', {}, { origin: 'https://www.shop.example' })).status).toBe(201);
    const plain = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"order":"A-3"}',
    };
    expect((await harness.fetch('/session', plain)).status).toBe(201);
  });

  for (const origin of FOREIGN) {
    it(`T29 refuses a page of ${origin}`, async () => {
      const harness = handlerHarness();
      const response = await harness.open('A-1', {}, { origin });
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'origin_not_allowed' });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(harness.gateway.created).toEqual([]);
    });
  }

  it('T29 refuses a cross-site request that hides its origin', async () => {
    const harness = handlerHarness();
    for (const site of ['cross-site', 'same-site']) {
      const response = await harness.fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': site },
        body: '{"order":"A-1"}',
      });
      expect((await problemOf(response)).code).toBe('origin_not_allowed');
    }
  });

  it('T29 takes JSON alone: what a form, a beacon or a no-cors fetch can send is refused', async () => {
    const harness = handlerHarness();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/json',
      '',
    ]) {
      const response = await harness.open('A-1', {}, { 'content-type': type });
      expect(await problemOf(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    }
    expect(harness.gateway.created).toEqual([]);
  });

  it('lets configured origins, and only them, read the answer (CORS)', async () => {
    const harness = handlerHarness();
    const preflight = (origin: string) =>
      harness.fetch('/session', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
    const good = await preflight('https://www.shop.example');
    expect(good.status).toBe(204);
    expect(good.headers.get('access-control-allow-origin')).toBe('https://www.shop.example');
    expect(good.headers.get('access-control-allow-headers')).toContain('content-type');
    expect(good.headers.get('access-control-allow-credentials')).toBeNull();
    for (const origin of FOREIGN) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
    }
    const refusal = await harness.open('none', {}, { origin: 'https://www.shop.example' });
    expect(refusal.headers.get('access-control-allow-origin')).toBe('https://www.shop.example');
    expect(refusal.headers.get('vary')).toContain('Origin');
  });

  it('M43 asks authorize, and hands its principal to resolveOrder', async () => {
    const seen: unknown[] = [];
    const harness = handlerHarness({
      handler: {
        authorize: (request) => (request.headers.get('cookie') === 'sid=1' ? { customer: 7 } : null),
        resolveOrder: (order, { principal }) => {
          seen.push(principal);
          return { orderReference: String(order), amount: '1.00', currency: 'EUR' };
        },
      },
    });
    expect(await problemOf(await harness.open())).toMatchObject({ status: 401, code: 'not_authorized' });
    expect((await harness.open('A-1', {}, { cookie: 'sid=1' })).status).toBe(201);
    expect(seen).toEqual([{ customer: 7 }]);
  });

  it('T29 limits creations by address, and says when to come back', async () => {
    const harness = handlerHarness({ handler: { limits: { sessionsPerAddress: 5 } } });
    const send = (n: number, clientAddress: string) =>
      harness.fetch(
        '/session',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ order: `A-${n}` }),
        },
        { clientAddress },
      );
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, n) => send(n, '203.0.113.7')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(harness.gateway.created).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await problemOf(refused as Response)).retryAfterMs).toBeGreaterThan(0);
    expect((await send(5_000, '203.0.113.8')).status).toBe(201);
    harness.advance(60_001);
    expect((await send(6_000, '203.0.113.7')).status).toBe(201);
  });

  it('T29 limits creations by order, whoever asks', async () => {
    const harness = handlerHarness({ handler: { limits: { sessionsPerOrder: 3 } } });
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push((await harness.open()).status);
    expect(answers).toEqual([201, 201, 201, 429, 429]);
    expect((await harness.open('A-2')).status).toBe(201);
  });
});

describe('POST /session: what the browser cannot choose', () => {
  const tampered = {
    amount: '0.01',
    Amount: '0.01',
    currency: 'XTS',
    transactionType: 'AUTH',
    TransactionType: 'ORIGINALCREDIT',
    isTest: true,
    IsTest: true,
    test: true,
    client: { clientAccount: 'B' },
    ClientAccount: 'B',
    udf: { sandbox: 'drop' },
    configuration: { showSavedCards: true },
    callBackUrl: 'https://evil.example',
    redirectionUrl: 'https://evil.example',
  };

  it('T3 T4 T5 sends the gateway the same request whatever else the body holds', async () => {
    const resolveOrder = () => ({
      orderReference: 'A-1',
      amount: '49.90',
      currency: 'EUR',
      client: { clientAccount: 'A', email: 'a@shop.example' },
    });
    const clean = handlerHarness({ gateway: { test: false }, handler: { resolveOrder } });
    const dirty = handlerHarness({ gateway: { test: false }, handler: { resolveOrder } });
    await clean.open('A-1');
    await dirty.open({ id: 'A-1', ...tampered }, tampered, { 'x-test': '1' });
    const strip = (harness: typeof clean) =>
      harness.gateway.created.map(
        ({ uniqueReference, redirectionUrl, failRedirectionUrl, callBackUrl, ...rest }) => rest,
      );
    expect(strip(dirty)).toEqual(strip(clean));
    expect(strip(dirty)[0]).toMatchObject({ amount: '49.90', client: { clientAccount: 'A' } });
    const session = (await dirty.store.findSessions({ orderReference: 'A-1', test: false }))[0]?.value;
    expect(session?.test).toBe(false);
  });

  it('T4 a duplicated key is read as JSON reads it, and prices nothing', async () => {
    const harness = handlerHarness();
    const body = '{"order":"A-1","amount":"0.01","order":"A-2","amount":"0.01"}';
    await harness.fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(harness.gateway.created).toMatchObject([{ orderReference: 'A-2', amount: '49.90' }]);
  });

  it('T6 builds every address from publicUrl, whatever the headers say', async () => {
    const harness = handlerHarness();
    const names = [
      ...[
        'host',
        'x-forwarded-host',
        'x-forwarded-proto',
        'x-forwarded-port',
        'x-forwarded-prefix',
        'forwarded',
      ],
      ...[
        'x-original-url',
        'x-rewrite-url',
        'x-host',
        'x-forwarded-server',
        'x-original-host',
        'via',
        'referer',
      ],
    ];
    for (const [n, name] of names.entries()) {
      for (const value of ['evil.example', 'host=evil.example;proto=http', 'http://evil.example/']) {
        const response = await harness.open(`A-${n}-${value.length}`, {}, { [name]: value });
        const text = JSON.stringify([await response.json(), harness.gateway.created.at(-1)]);
        expect(text).not.toContain('evil');
        expect(harness.gateway.created.at(-1)?.callBackUrl).toMatch(
          /^https:\/\/shop\.example\/checkout\/notify\//,
        );
      }
    }
  });

  it('T36 an order reference with control characters never reaches gateway, header or log line', async () => {
    for (const char of ['\r', '\n', '\0', '\u2028', '\u2029', '\u001b[31m', '\u202e']) {
      const harness = handlerHarness({
        handler: { resolveOrder: () => ({ orderReference: `A${char}1`, amount: '1.00', currency: 'EUR' }) },
      });
      const response = await harness.open();
      expect(await problemOf(response)).toMatchObject({ status: 500, code: 'internal_error' });
      expect(harness.gateway.created).toEqual([]);
      for (const line of harness.logs) expect(line).not.toMatch(/[\r\n\0]/);
    }
  });
});

describe('POST /session: what it asks of whom', () => {
  const session = {
    sessionId: 's-1',
    redirectUrl: 'https://pay.example/page/1',
    expiresInMs: 90_000,
    statusUrl: 'https://shop.example/checkout/session/s-1',
    returnOrigin: 'https://shop.example',
  };
  const order = { orderReference: 'A-1', amount: '49.90', currency: 'EUR' };
  const KNOWN = [{ value: 'the order’s sessions' }];

  async function send(
    body: unknown,
    { type = 'application/json' as string | null, isFree = true, query = '' } = {},
  ) {
    const steps: unknown[] = [];
    const note =
      (name: string, answer: unknown) =>
      (...given: unknown[]) => {
        steps.push([name, ...given]);
        return answer;
      };
    const context = {
      settings: {
        merchantOrigins: [],
        authorize: note('authorize', { id: 7 }),
        appReturnUrls: new Map([['ios', 'myshop://paid']]),
        publicUrl: 'https://shop.example/checkout',
        shopName: 'Morrow',
      },
      decimals: undefined,
      limits: { maxBodyBytes: 65_536, maxOrderBytes: 16, answerTimeoutMs: 1_000 },
      timeouts: { bodyMs: 1_000 },
      rateLimiter: {
        takeSession: isFree
          ? note('take', undefined)
          : () => Promise.reject(new ProblemError('rate_limited')),
        admit: note('admit', KNOWN),
      },
      priceOrder: note('price', order),
      openSession: note('open', { kind: 'session', session }),
      framing: { framingOf: note('framing', { embed: false }) },
    };
    const request = new Request(`https://shop.example/checkout/session${query}`, {
      method: 'POST',
      body: new TextEncoder().encode(JSON.stringify(body)),
      headers: { ...(type === null ? {} : { 'content-type': type }) },
    });
    const asker = { clientAddress: '203.0.113.9', untrustedForwarding: true };
    const answer = await sessionRoute(context as never, request, asker, 'click-1234').catch(
      (error: unknown) => error as ProblemError,
    );
    return { answer, steps, request };
  }

  it('the limits, who it is, what it costs, the order’s own limits, a page, how it may be framed: in this order', async () => {
    const { answer, steps, request } = await send(
      { order: 'A-1', reason: 'renew', previous: 's-0', amount: '0.01' },
      { query: '?app=ios' },
    );
    const address = { clientAddress: '203.0.113.9', untrustedForwarding: true };
    expect(steps).toEqual([
      ['take', address],
      ['authorize', request],
      ['price', 'A-1', { reason: 'session', request, principal: { id: 7 } }],
      [
        'admit',
        'A-1',
        {
          sessionsPerOrder: '203.0.113.9:A-1',
          sessionsPerOrderInTotal: 'A-1',
          sessionsPerAddress: '203.0.113.9',
        },
        true,
      ],
      [
        'open',
        order,
        {
          reason: 'renew',
          previous: 's-0',
          correlationId: 'click-1234',
          sessions: KNOWN,
          order: '"A-1"',
          app: 'ios',
        },
      ],
      ['framing', session.redirectUrl, null],
    ]);
    expect((answer as Response).status).toBe(201);
    expect(await (answer as Response).json()).toEqual({
      ...session,
      embed: false,
      display: { merchant: 'Morrow', amount: '49.90', currency: 'EUR' },
    });
  });

  it.each([
    [{ order: 'A-1' }, { reason: 'open', previous: null, app: null }],
    [
      { order: 'A-1', reason: 'warm', previous: null },
      { reason: 'warm', previous: null },
    ],
    [
      { order: 'A-1', reason: 'open', previous: 'a.~-Z_9'.padEnd(128, 'x') },
      { previous: 'a.~-Z_9'.padEnd(128, 'x') },
    ],
  ])('%j opens with %j', async (body, asked) => {
    const { steps } = await send(body);
    expect(steps.find((step) => (step as string[])[0] === 'open')).toMatchObject(['open', order, asked]);
  });

  it('T29 nothing where the limit is used up', async () => {
    const { answer, steps } = await send({ order: 'A-1' }, { isFree: false });
    expect([(answer as ProblemError).code, steps]).toEqual(['rate_limited', []]);
  });

  it('the limit alone where the order is too large to be kept', async () => {
    const { answer, steps } = await send({ order: 'x'.repeat(15) });
    expect(answer).toMatchObject({
      code: 'body_too_large',
      details: { detail: expect.stringContaining('17 bytes') },
    });
    expect(steps).toHaveLength(1);
  });

  it.each([
    'text/plain; application/json',
    'application/jsonx;',
    'application/jsonp',
    'application/json, text/plain',
    null,
  ])('T29 nothing of a body of type %s', async (type) => {
    const { answer, steps } = await send({ order: 'A-1' }, { type });
    expect(answer).toMatchObject({
      code: 'unsupported_media_type',
      details: { detail: 'Send JSON, with content-type: application/json.' },
    });
    expect(steps).toEqual([]);
  });

  it.each(['application/json; charset=utf-8', 'application/json ;charset=utf-8', 'Application/JSON'])(
    'all of a body of type %s',
    async (type) => {
      expect((await send({ order: 'A-1' }, { type })).steps).toHaveLength(6);
    },
  );
});

describe('POST /session: what it says when it cannot', () => {
  const FORM = 'The body is { order, reason, previous? }.';
  const PREVIOUS = `previous: expected /^[\\w.~-]{1,128}$/. ${FORM}`;
  const bad: [string, string, string][] = [
    ['no JSON', '{', 'The body is not JSON.'],
    ['an array', '[]', `order: expected "order". ${FORM}`],
    ['no order', '{}', `order: expected "order". ${FORM}`],
    [
      'a strange reason',
      '{"order":1,"reason":"now"}',
      `reason: expected ("open" | "warm" | "renew"). ${FORM}`,
    ],
    ['a strange previous', '{"order":1,"previous":"<script>"}', PREVIOUS],
    ['a previous with a strange end', '{"order":1,"previous":"abc<"}', PREVIOUS],
    ['a previous with a strange beginning', '{"order":1,"previous":"<abc"}', PREVIOUS],
    ['an endless previous', `{"order":1,"previous":"${'a'.repeat(129)}"}`, PREVIOUS],
    ['an empty previous', '{"order":1,"previous":""}', PREVIOUS],
    ['nine levels', '{"order":[[[[[[[[1]]]]]]]]}', 'The body nests deeper than 8 levels.'],
    ['a prototype', '{"order":{"__proto__":{"paid":true}}}', 'The body has a key that reaches a prototype.'],
    [
      'a constructor’s prototype',
      '{"order":{"constructor":{"prototype":{"paid":true}}}}',
      'The body has a key that reaches a prototype.',
    ],
  ];
  for (const [what, body, detail] of bad) {
    it(`names what is wrong with ${what}`, async () => {
      const harness = handlerHarness();
      const headers = { 'content-type': 'application/json' };
      const problem = await problemOf(await harness.fetch('/session', { method: 'POST', headers, body }));
      expect(problem).toMatchObject({
        status: 400,
        code: 'invalid_request',
        detail,
      });
    });
  }

  it('order_not_found for an order that resolveOrder does not know', async () => {
    expect(await problemOf(await handlerHarness().open('none'))).toMatchObject({
      status: 404,
      code: 'order_not_found',
    });
  });

  for (const facts of [
    { orderReference: 'A-1', amount: 49.9, currency: 'EUR' },
    { orderReference: 'A-1', amount: '49.901', currency: 'EUR' },
    { orderReference: 'A-1', amount: '1.00', currency: 'XQQ' },
    { orderReference: '', amount: '1.00', currency: 'EUR' },
    {},
  ]) {
    it(`a bug of the shop, ${JSON.stringify(facts)}, is logged by name and answered without detail`, async () => {
      const harness = handlerHarness({ handler: { resolveOrder: () => facts as never } });
      const problem = await problemOf(await harness.open());
      expect(problem).toEqual(expect.objectContaining({ status: 500, code: 'internal_error' }));
      expect(problem.detail).toBeUndefined();
      expect(harness.logs.join()).toMatch(/amount|currency|orderReference/i);
      expect(harness.gateway.created).toEqual([]);
    });
  }

  it('F1 gateway_unavailable when it does not answer; the next click makes a page with a new reference (F2)', async () => {
    const harness = handlerHarness();
    harness.gateway.down.add('create');
    expect(await problemOf(await harness.open())).toMatchObject({ status: 503, code: 'gateway_unavailable' });
    harness.gateway.down.clear();
    expect((await harness.open()).status).toBe(201);
    const [lost, made] = harness.gateway.created;
    expect(lost?.uniqueReference).not.toBe(made?.uniqueReference);
  });

  it('F4 gateway_refused when it says no; its text goes to the log, not to the browser', async () => {
    const harness = handlerHarness();
    harness.gateway.before.create = () => {
      throw new GatewayRejectedError('refused', {
        errorMessage: 'INVALID_FIELD: Amount',
        gatewayCode: 'INVALID_FIELD',
      });
    };
    const problem = await problemOf(await harness.open());
    expect(problem).toMatchObject({ status: 502, code: 'gateway_refused' });
    expect(JSON.stringify(problem)).not.toContain('INVALID_FIELD');
    expect(harness.logs.join()).toContain('INVALID_FIELD');
  });

  it('T14 refuses a page address that is no web address', async () => {
    const harness = handlerHarness({ gateway: { pageOrigin: 'javascript:alert(1)//' } });
    expect((await harness.open()).status).toBe(503);
  });
});

describe('POST /session: one page an order', () => {
  it('T10 50 requests at once get one and the same page', async () => {
    const harness = handlerHarness({ handler: { limits: { sessionsPerOrder: 100 } } });
    const answers = await Promise.all(Array.from({ length: 50 }, () => harness.open('A-1')));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(bodies.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(harness.gateway.created).toHaveLength(1);
  });

  it('F30 a second click gets the same page and what is left of its life', async () => {
    const harness = handlerHarness();
    const first = await (await harness.open()).json();
    harness.advance(40_000);
    const second = await (await harness.open()).json();
    expect(second).toEqual({ ...first, expiresInMs: 80_000 });
  });

  it('F6 renewal of a dead page: the gateway is asked, then a new page is made', async () => {
    const harness = handlerHarness();
    const old = await harness.session();
    harness.advance(130_000);
    const renewed = await harness.open('A-1', { reason: 'renew', previous: old });
    expect(renewed.status).toBe(201);
    expect((await renewed.json()).sessionId).not.toBe(old);
    expect(harness.gateway.asked).toHaveLength(1);
    expect((await harness.record(old)).status).toBe('expired');
  });

  it('T10 renewal of a page with little life left waits for its end', async () => {
    const harness = handlerHarness();
    const old = await harness.session();
    harness.advance(105_000);
    const early = await problemOf(await harness.open('A-1', { reason: 'renew', previous: old }));
    expect(early).toMatchObject({ status: 409, code: 'session_in_progress', sessionId: old });
    expect(early.retryAfterMs).toBeGreaterThan(15_000);
    expect(early.retryAfterMs).toBeLessThan(18_000);
    expect(harness.gateway.created).toHaveLength(1);
    harness.advance(Number(early.retryAfterMs));
    expect((await harness.open('A-1', { reason: 'renew', previous: old })).status).toBe(201);
    expect(harness.gateway.created).toHaveLength(2);
  });

  it('T10 renewal of a page about to die is answered when it is dead', async () => {
    const harness = handlerHarness();
    const old = await harness.session();
    harness.advance(120_000);
    expect((await harness.open('A-1', { reason: 'renew', previous: old })).status).toBe(201);
    expect(harness.now() - 1_700_000_000_000).toBeGreaterThanOrEqual(122_000);
  });

  it('T10 a page that was paid without our knowing: already_completed, fulfilled once', async () => {
    const harness = handlerHarness();
    const old = await harness.session();
    harness.gateway.pay();
    harness.advance(130_000);
    const answer = await problemOf(await harness.open('A-1', { reason: 'renew', previous: old }));
    expect(answer).toMatchObject({ code: 'already_completed', sessionId: old, orderReference: 'A-1' });
    await harness.drain();
    expect(harness.payments).toHaveLength(1);
    expect(harness.gateway.created).toHaveLength(1);
  });

  it('T10 a page that was declined, and paid on the second try: found before a new one is made', async () => {
    const harness = handlerHarness();
    const old = await harness.session();
    harness.gateway.set({ Status: 'Declined' });
    await harness.notify();
    expect((await harness.status(old)).status).toBe('failed');
    harness.gateway.pay();
    harness.advance(5_000);
    expect(await problemOf(await harness.open())).toMatchObject({
      code: 'already_completed',
      sessionId: old,
    });
    await harness.drain();
    expect(harness.alerts()).toEqual(['late_payment']);
  });

  it('F40 makes nothing while the gateway cannot say what became of the old page', async () => {
    const harness = handlerHarness();
    await harness.session();
    harness.advance(130_000);
    harness.gateway.down.add('retrieve');
    expect((await problemOf(await harness.open())).code).toBe('gateway_unavailable');
    expect(harness.gateway.created).toHaveLength(1);
  });

  it('F41 a session whose maker died gives its place up, and nobody has its address', async () => {
    const harness = handlerHarness();
    let die: () => void = () => {};
    const hung = new Promise<void>((resolve) => {
      die = resolve;
    });
    harness.gateway.before.create = () => hung;
    const lost = harness.open();
    await new Promise(setImmediate);
    harness.gateway.before = {};
    harness.advance(16_000);
    const made = await harness.open();
    expect(made.status).toBe(201);
    die();
    // The late request gets the page that is payable now; its own is nobody's.
    expect(await (await lost).json()).toEqual(await made.json());
    expect(harness.gateway.created).toHaveLength(2);
  });

  it('F33 a notification that beats the create reply settles the session', async () => {
    const harness = handlerHarness();
    const { create } = harness.gateway.hpp;
    harness.gateway.hpp.create = async (request) => {
      const page = await create(request);
      harness.gateway.pay();
      await harness.notify();
      return page;
    };
    expect((await problemOf(await harness.open())).code).toBe('already_completed');
    expect(harness.payments).toHaveLength(1);
  });

  it('T10 an order whose earlier page was paid late gets no page, not even its live one', async () => {
    const harness = handlerHarness();
    const first = await harness.session();
    harness.advance(130_000);
    await harness.session();
    const [one] = [...harness.gateway.ledger.keys()];
    harness.gateway.pay(one);
    await harness.notify({}, one);
    expect(await problemOf(await harness.open())).toMatchObject({
      code: 'already_completed',
      sessionId: first,
    });
  });

  it('T10 two payments of one order: one fulfilment, one alert', async () => {
    const harness = handlerHarness();
    const first = await harness.session();
    harness.advance(130_000);
    const second = await harness.session();
    const [one, two] = [...harness.gateway.ledger.keys()];
    harness.gateway.pay(two);
    await harness.notify({}, two);
    harness.gateway.pay(one);
    await harness.notify({}, one);
    expect(harness.payments.map(({ sessionId }) => sessionId)).toEqual([second]);
    expect((await harness.record(first)).status).toBe('completed');
    expect(harness.alerts().sort()).toEqual(['late_payment', 'overpaid']);
    expect(harness.events.find(({ type }) => type === 'overpaid')).toMatchObject({
      sessionId: first,
      data: { amount: '49.90', currency: 'EUR' },
    });
    harness.advance(600_000);
    await harness.handler.sweep();
    expect(harness.payments).toHaveLength(1);
  });
});

describe('POST /session: joins what belongs together', () => {
  it('one correlation id from click to fulfilment', async () => {
    const harness = handlerHarness();
    const response = await harness.open('A-1', {}, { 'x-correlation-id': 'click-1234' });
    expect(response.headers.get('x-correlation-id')).toBe('click-1234');
    harness.gateway.pay();
    await harness.notify();
    expect(harness.events.length).toBeGreaterThan(3);
    for (const event of harness.events) expect(event.correlationId).toBe('click-1234');
    expect(harness.payments[0]?.correlationId).toBe('click-1234');
  });

  it.each<[string, number, (harness: HandlerHarness) => Promise<Response>]>([
    [
      'a foreign page',
      403,
      (harness) => harness.open('A-1', {}, { ...NAMED, origin: 'https://evil.example' }),
    ],
    ['a form', 415, (harness) => harness.open('A-1', {}, { ...NAMED, 'content-type': 'text/plain' })],
    ['a wrong body', 400, (harness) => harness.open('A-1', { reason: 'now' }, NAMED)],
    ['an unknown order', 404, (harness) => harness.open('none', {}, NAMED)],
    [
      'one too many',
      429,
      async (harness) => {
        for (let at = 0; at < 100; at++) {
          const response = await harness.open('A-1', {}, NAMED);
          if (response.status === 429) return response;
        }
        throw new Error('No limit.');
      },
    ],
    [
      'an order that is paid',
      409,
      async (harness) => {
        await harness.session();
        harness.gateway.pay();
        await harness.notify();
        return harness.open('A-1', {}, NAMED);
      },
    ],
    [
      'a gateway that is away',
      503,
      (harness) => {
        harness.gateway.down.add('create');
        return harness.open('A-1', {}, NAMED);
      },
    ],
  ])('names what it refuses, for the log: %s', async (_who, status, ask) => {
    const response = await ask(handlerHarness());
    expect([response.status, response.headers.get('x-correlation-id')]).toEqual([status, 'click-1234']);
    const cors = response.headers.get('access-control-expose-headers') ?? '';
    if (status !== 403) expect(cors.toLowerCase()).toContain('x-correlation-id');
  });

  it('a bug has the same name in the answer and in the log', async () => {
    const harness = handlerHarness({
      handler: {
        resolveOrder: () => {
          throw new Error('no database');
        },
      },
    });
    const response = await harness.open('A-1', {}, NAMED);
    expect([response.status, response.headers.get('x-correlation-id')]).toEqual([500, 'click-1234']);
    expect(harness.logs.filter((line) => line.includes('click-1234'))).toEqual([
      expect.stringContaining('A request failed'),
    ]);
  });

  it('T36 makes its own where the browser’s is none', async () => {
    const harness = handlerHarness();
    const response = await harness.open('A-1', {}, { 'x-correlation-id': 'x"; drop' });
    expect(response.headers.get('x-correlation-id')).toMatch(/^[0-9a-f]{16}$/);
  });
});

it('answers with the headers of a page that nobody frames or keeps', async () => {
  const harness = handlerHarness();
  for (const response of [await harness.open(), await harness.open('none'), await harness.get('/nowhere')]) {
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
  }
  expect((await harness.fetch('/session')).status).toBe(405);
  expect((await harness.fetch('/session')).headers.get('allow')).toBe('POST');
});
