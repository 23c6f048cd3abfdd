import { describe, expect, it } from 'vitest';
import { HttpError, NotFoundError, RateLimitError } from '../../src/gateway/errors/answerErrors.ts';
import {
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from '../../src/gateway/errors/connectionErrors.ts';
import { GatewayError } from '../../src/gateway/errors/gatewayError.ts';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import { errorOf, failure, HPP, HPP_ANSWER, openWire, PAID_OUT, type Reply, STATUS, TOKEN } from './wire.ts';

const ok: Reply = { json: STATUS };
const reference = { pspId: '850907' };

/** Never answers, and does something once the request is out. */
function hangAnd(then: () => void): Reply {
  return () => {
    queueMicrotask(then);
    return 'hang';
  };
}

describe('a read is tried again', () => {
  it.each<[string, Reply]>([
    ['a broken connection', failure('ECONNRESET')],
    ['a timeout', 'hang'],
    ['408', { status: 408 }],
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['503 with a page', { status: 503, text: '<html>' }],
  ])('after %s', async (_name, reply) => {
    const wire = openWire({}, [reply, reply, ok]);
    expect((await wire.gateway.transactions.retrieve(reference)).state).toBe('processed');
    expect(wire.sent).toHaveLength(3);
    expect(new Set(wire.sent.map(({ headers, url }) => JSON.stringify([headers, url]))).size).toBe(1);
  });

  it('waits longer each time, with jitter', async () => {
    const wire = openWire({ retries: 6 }, [{ status: 500 }]);
    const error = await errorOf(wire.gateway.transactions.retrieve(reference));
    expect(error).toMatchObject({ name: 'ServerError', code: 'server_error', attempts: 7 });
    expect(wire.waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
  });

  it.each([
    ['seconds', '3', 3000],
    ['a date', 'Sat, 21 Nov 2026 00:00:07 GMT', 7000],
    ['a past date', 'Fri, 20 Nov 2026 00:00:00 GMT', 250],
    ['nonsense', 'soon', 250],
    ['a negative number', '-5', 250],
  ])('waits as long as Retry-After says: %s', async (_name, header, wait) => {
    const wire = openWire({}, [{ status: 429, headers: { 'Retry-After': header } }, ok]);
    await wire.gateway.transactions.retrieve(reference);
    expect(wire.waits).toEqual([wait]);
  });

  it('gives up at once when Retry-After lies beyond the deadline', async () => {
    const wire = openWire({}, [{ status: 429, headers: { 'Retry-After': '3600' } }]);
    const error = await errorOf(wire.gateway.transactions.retrieve(reference));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 3_600_000, attempts: 1 });
    expect(wire.waits).toEqual([]);
  });

  it('all tries together end with the deadline', async () => {
    const wire = openWire({ retries: 10, timeoutMs: 1000, deadlineMs: 2500 }, ['hang']);
    const started = wire.clock.now;
    expect(await errorOf(wire.gateway.transactions.retrieve(reference))).toMatchObject({ code: 'timeout' });
    expect(wire.clock.now - started).toBeLessThanOrEqual(2500);
    expect(wire.sent.length).toBeGreaterThan(1);
  });

  it.each([400, 401, 403, 404, 409, 413, 415, 422])('but not after %i', async (status) => {
    const wire = openWire({}, [{ status, json: { isSuccess: false, errorMessage: 'no' } }]);
    expect(await errorOf(wire.gateway.transactions.retrieve(reference))).toMatchObject({
      status,
      errorMessage: 'no',
    });
    expect(wire.sent).toHaveLength(1);
  });

  it('nor when retries are off', async () => {
    const wire = openWire({ retries: { get: 0 } }, [{ status: 500 }]);
    await errorOf(wire.gateway.transactions.retrieve(reference));
    expect(wire.sent).toHaveLength(1);
  });
});

describe('T11 a request that moves money is never sent twice unless provably not accepted', () => {
  const payout = { ...HPP, uniqueReference: 'u-1', pspId: '850907' };
  const ambiguous: [string, Reply][] = [
    ['a reset', failure('ECONNRESET')],
    ['a closed socket', failure('UND_ERR_SOCKET')],
    ['a broken pipe', failure('EPIPE')],
    ['an error without a code', new Error('something')],
    ['a timeout', 'hang'],
    ['408', { status: 408 }],
    ['500', { status: 500 }],
    ['502 with a page', { status: 502, text: '<html>Bad gateway</html>' }],
    ['504', { status: 504 }],
    ['an answer that is no JSON', { text: 'OK' }],
    ['an empty answer', { text: '' }],
    ['half an answer', { text: '{"PspId":85' }],
    ['a list', { json: [1] }],
    ['a null', { json: null }],
    ['an answer without isSuccess', { json: { PspId: 1 } }],
    ['a wrong signature', { json: PAID_OUT, headers: { Signature: 'wrong' } }],
  ];
  for (const [name, reply] of ambiguous) {
    it(`after ${name} it ends in OutcomeUnknownError with a way to find out`, async () => {
      for (const run of [
        (wire: ReturnType<typeof openWire>) => wire.gateway.payouts.toTransaction(payout),
        (wire: ReturnType<typeof openWire>) => wire.gateway.hpp.create({ ...HPP, uniqueReference: 'u-1' }),
      ]) {
        const wire = openWire({ retries: 5 }, [reply]);
        const error = await errorOf(run(wire));
        expect(OutcomeUnknownError.is(error)).toBe(true);
        expect(error).toMatchObject({
          code: 'outcome_unknown',
          uniqueReference: 'u-1',
          orderReference: 'Order-1',
          attempts: 1,
        });
        expect(wire.sent).toHaveLength(1);
        wire.replies[0] = ok;
        expect(await (error as unknown as OutcomeUnknownError).recover()).toMatchObject({
          state: 'processed',
        });
        expect(wire.last().url.search).toBe('?UniqueReference=u-1');
      }
    });
  }

  it.each<[string, Reply]>([
    ['the name is not known', failure('ENOTFOUND')],
    ['the connection is refused', failure('ECONNREFUSED')],
    ['fetch says so in its cause', new TypeError('fetch failed', { cause: failure('ECONNREFUSED') })],
    ['the transport says so', Object.assign(new Error('handshake'), { requestNotSent: true })],
    ['429', { status: 429 }],
  ])('when %s it is sent again, the same bytes', async (_name, reply) => {
    const wire = openWire({}, [reply, reply, { json: PAID_OUT }]);
    expect((await wire.gateway.payouts.toTransaction(payout)).kind).toBe('processed');
    expect(wire.sent).toHaveLength(3);
    expect(new Set(wire.sent.map(({ body }) => body)).size).toBe(1);
  });

  it('refused connections only: ConnectionError, and nothing is unknown', async () => {
    const error = await errorOf(
      openWire({}, [failure('ECONNREFUSED')]).gateway.payouts.toTransaction(payout),
    );
    expect(error).toMatchObject({ code: 'connection_failed', attempts: 3 });
  });

  it.each([400, 401, 403, 404, 409, 413, 415])('%i is a refusal, not a riddle', async (status) => {
    const wire = openWire({}, [{ status, json: { errorMessage: 'X' } }]);
    expect(HttpError.is(await errorOf(wire.gateway.payouts.toTransaction(payout)))).toBe(true);
    expect(wire.sent).toHaveLength(1);
  });

  it('an aborted payout may have been accepted', async () => {
    const controller = new AbortController();
    const wire = openWire({}, [hangAnd(() => controller.abort())]);
    const error = await errorOf(wire.gateway.payouts.toTransaction(payout, { signal: controller.signal }));
    expect(error).toMatchObject({ code: 'outcome_unknown', cause: { code: 'aborted' } });
  });

  it('a deletion and a tokenisation are not repeated either', async () => {
    const wire = openWire({}, [{ status: 500 }]);
    expect(await errorOf(wire.gateway.cards.delete(TOKEN))).toMatchObject({ code: 'server_error' });
    expect(await errorOf(wire.gateway.request({ method: 'POST', path: '/api/x', body: {} }))).toMatchObject({
      code: 'server_error',
    });
    expect(wire.sent).toHaveLength(2);
  });
});

describe('abort', () => {
  it('before: nothing is sent', async () => {
    const wire = openWire();
    const signal = AbortSignal.abort();
    expect(
      await errorOf(wire.gateway.payouts.toTransaction({ ...HPP, pspId: '1' }, { signal })),
    ).toMatchObject({ code: 'aborted' });
    expect(wire.sent).toEqual([]);
  });
  it('during a read, and during the wait for another try', async () => {
    const during = new AbortController();
    const wire = openWire({}, [hangAnd(() => during.abort())]);
    expect(
      await errorOf(wire.gateway.transactions.retrieve(reference, { signal: during.signal })),
    ).toMatchObject({ code: 'aborted' });
    expect(wire.sent).toHaveLength(1);

    const waiting = new AbortController();
    const slow = openWire({ hooks: { retry: () => waiting.abort() } }, [{ status: 500 }]);
    expect(
      await errorOf(slow.gateway.transactions.retrieve(reference, { signal: waiting.signal })),
    ).toMatchObject({
      code: 'aborted',
      cause: { code: 'server_error' },
    });
    expect(slow.sent).toHaveLength(1);
  });
  it('a transport that ignores its signal is left behind', async () => {
    const wire = openWire({ transport: () => new Promise(() => undefined), retries: 0 });
    expect(await errorOf(wire.gateway.transactions.retrieve(reference))).toMatchObject({ code: 'timeout' });
  });
  it("leaves no listener on the caller's signal", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = ((...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    }) as typeof add;
    signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    }) as typeof remove;
    const wire = openWire({}, [{ status: 500 }, failure('ECONNRESET'), ok]);
    await wire.gateway.transactions.retrieve(reference, { signal });
    expect(listeners).toBe(0);
  });
});

describe('what is refused of an answer', () => {
  it.each([301, 302, 303, 307, 308, 0])('a redirect (%i) is never followed', async (status) => {
    const wire = openWire({}, [{ status, headers: { Location: 'https://evil.example/' } }]);
    const error = await errorOf(wire.gateway.transactions.retrieve(reference));
    expect(error).toMatchObject({ code: 'http_error', status });
    expect(error.message).toContain('redirect');
    expect(wire.sent).toHaveLength(1);
    expect(wire.last().redirect).toBe('manual');
  });

  it('an answer beyond a megabyte, as text or as a stream', async () => {
    const huge = `{"a":"${'x'.repeat(1_100_000)}"}`;
    const wire = openWire({ retries: 0 }, [{ text: huge }]);
    expect(await errorOf(wire.gateway.transactions.retrieve(reference))).toMatchObject({
      cause: { name: 'AnswerTooLargeError' },
    });
    let pulled = 0;
    const body = () =>
      new ReadableStream(
        {
          pull: (c) => {
            pulled++;
            c.enqueue(new Uint8Array(65_536));
          },
        },
        { highWaterMark: 0 },
      );
    const streaming = openWire({
      retries: 0,
      transport: async () => ({ status: 200, headers: new Headers(), text: async () => '', body: body() }),
    });
    expect(await errorOf(streaming.gateway.transactions.retrieve(reference))).toMatchObject({
      cause: { name: 'AnswerTooLargeError' },
    });
    expect(pulled).toBe(17);
  });

  it('a wrong signature; a missing one only where the profile requires it', async () => {
    const signed = openWire({}, [{ json: STATUS }]);
    const { headers } = await signed.gateway.notifications.sign(STATUS);
    const good: Reply = { json: STATUS, headers: { Signature: headers.Signature as string } };
    const bad: Reply = {
      json: { ...STATUS, Amount: '99.00' },
      headers: { Signature: headers.Signature as string },
    };
    for (const [responses, reply, code] of [
      ['ifPresent', good, undefined],
      ['ifPresent', bad, 'response_signature_invalid'],
      ['ifPresent', ok, undefined],
      ['require', good, undefined],
      ['require', ok, 'response_signature_invalid'],
      ['ignore', bad, undefined],
    ] as const) {
      const wire = openWire({ profile: defineProfile({ signature: { responses } }) }, [reply]);
      const result = await wire.gateway.transactions
        .retrieve(reference)
        .catch((error: GatewayError) => error.code);
      expect(typeof result === 'string' ? result : undefined).toBe(code);
    }
  });
});

describe('a signature scheme that takes its time', () => {
  /** As with WebCrypto, or a key in a vault. */
  const sign = async ({ raw }: { raw: string }, secret: string) => {
    await new Promise(setImmediate);
    return raw === '' ? 'of the request' : `${secret}:${raw.length}`;
  };
  const profile = defineProfile({ signature: { sign, responses: 'require' } });
  const text = JSON.stringify(STATUS);

  it.each([
    ['right', `signing-secret:${text.length}`, undefined],
    ['wrong', 'signing-secret:1', 'response_signature_invalid'],
    ['of another secret', `other:${text.length}`, 'response_signature_invalid'],
    ['a promise as text', '[object Promise]', 'response_signature_invalid'],
  ])('is waited for: an answer whose signature is %s', async (_name, given, code) => {
    const wire = openWire({ profile }, [{ text, headers: { Signature: given } }]);
    const result = await wire.gateway.transactions
      .retrieve(reference)
      .catch((error: GatewayError) => error.code);
    expect(typeof result === 'string' ? result : undefined).toBe(code);
  });
});

describe('errors', () => {
  it('are one tree; classes are recognised by brand', async () => {
    const error = await errorOf(openWire({}, [{ status: 429 }]).gateway.hpp.create(HPP));
    expect([GatewayError, HttpError, RateLimitError].map((c) => c.is(error))).toEqual([true, true, true]);
    expect([NotFoundError, ConnectionError, TimeoutError].map((c) => c.is(error))).toEqual([
      false,
      false,
      false,
    ]);
    expect(GatewayError.is(new Error('x'))).toBe(false);
    expect(GatewayError.is(null)).toBe(false);
    // Of another copy of the package: no prototype in common.
    const foreign = {
      [Symbol.for('hpp-checkout.gateway-error')]: ['RateLimitError', 'HttpError', 'GatewayError'],
    };
    expect([RateLimitError.is(foreign), HttpError.is(foreign), NotFoundError.is(foreign)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    [401, 'AUTHENTICATION_FAILED', 'AuthenticationError'],
    [401, 'SIGNATURE_INVALID', 'AuthenticationError'],
    [403, 'PCI_LEVEL_REQUIRED', 'PermissionError'],
    [404, 'NOT_FOUND', 'NotFoundError'],
    [409, 'REFERENCE_REUSED', 'ConflictError'],
    [429, 'RATE_LIMITED', 'RateLimitError'],
    [500, 'INTERNAL_ERROR', 'ServerError'],
    [400, 'INVALID_FIELD', 'HttpError'],
    [418, null, 'HttpError'],
    [503, null, 'ServerError'],
  ])('S161 N19 %i %s is %s', async (status, gatewayCode, name) => {
    const json = gatewayCode === null ? {} : { isSuccess: false, errorMessage: `${gatewayCode}: text` };
    const error = await errorOf(
      openWire({ retries: 0 }, [{ status, json }]).gateway.transactions.retrieve(reference),
    );
    expect(error).toMatchObject({ name, status, gatewayCode });
  });

  it('N19 N20 statuses and codes follow the profile', async () => {
    const profile = defineProfile({
      errors: {
        status: { NOT_FOUND: 410, AUTHENTICATION_FAILED: 200 },
        parseCode: (text) => /\[(\w+)\]/.exec(text)?.[1] ?? null,
      },
    });
    const wire = openWire({ profile }, [
      { status: 410 },
      { status: 200, json: { isSuccess: false, errorMessage: 'no [AUTHENTICATION_FAILED]' } },
    ]);
    expect(await errorOf(wire.gateway.transactions.retrieve(reference))).toMatchObject({
      name: 'NotFoundError',
    });
    expect(await errorOf(wire.gateway.transactions.retrieve(reference))).toMatchObject({
      name: 'AuthenticationError',
    });
  });

  it("a validation error names every path in the caller's spelling, and what was expected", async () => {
    const wire = openWire();
    const bad = {
      ...HPP,
      currency: 'eur',
      callBackUrl: 'x',
      client: { zipCode: 'a\nb', contry: 'MT' },
      udf: { k: 'a\0b' },
      amount: 10,
    };
    const error = await errorOf(wire.gateway.hpp.create(bad as never));
    expect(
      (error.issues as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`).sort(),
    ).toEqual([
      'amount type',
      'callBackUrl shape',
      'client.contry unknown',
      'client.zipCode shape',
      'currency shape',
      'udf.k shape',
    ]);
    expect(error.message).toContain('amount: expected a decimal string such as "10.50"');
    expect(wire.sent).toEqual([]);
  });

  it('warns or lets pass where told', async () => {
    const warnings: string[] = [];
    const wire = openWire({ validate: 'warn', hooks: { warning: ({ warning }) => warnings.push(warning) } }, [
      { json: HPP_ANSWER },
    ]);
    await wire.gateway.hpp.create({ ...HPP, language: 'en-GB' });
    expect(warnings).toEqual(['language: expected two small letters such as "en"']);
    await openWire({ validate: 'off' }, [{ json: HPP_ANSWER }]).gateway.hpp.create({
      ...HPP,
      language: 'en-GB',
    });
  });

  it("N26 refuses a body beyond the profile's size", async () => {
    const wire = openWire({ profile: defineProfile({ limits: { bodyBytes: 500 } }) });
    const error = await errorOf(wire.gateway.hpp.create({ ...HPP, udf: { note: 'ü'.repeat(300) } }));
    expect(error.issues).toEqual([{ path: '(body)', rule: 'size', message: 'expected at most 500 bytes' }]);
  });

  it('T52 no float, no rounding, no foreign decimals', async () => {
    const wire = openWire({}, [{ json: HPP_ANSWER }]);
    for (const [amount, currency] of [
      [10.5, 'EUR'],
      ['10.5', 'JPY'],
      ['1.0005', 'BHD'],
      ['1e3', 'EUR'],
      ['10,00', 'EUR'],
      ['-1', 'EUR'],
      ['0.00', 'EUR'],
      [-5n, 'EUR'],
      [0n, 'EUR'],
      ['1', 'XXX'],
    ]) {
      expect(await errorOf(wire.gateway.hpp.create({ ...HPP, amount, currency } as never))).toMatchObject({
        code: 'validation_failed',
      });
    }
    expect(wire.sent).toEqual([]);
    const profile = defineProfile({ limits: { decimals: { BHD: 2, HUF: 0 } } });
    const own = openWire({ profile }, [{ json: HPP_ANSWER }]);
    await own.gateway.hpp.create({ ...HPP, amount: '5', currency: 'HUF' });
    expect(own.last().json.Amount).toBe('5');
  });
});

describe('hooks, logger, tracer', () => {
  it('tell of request, response, retry and error, joined by one id', async () => {
    const told: [string, Record<string, unknown>][] = [];
    const hook = (name: string) => (event: object) => told.push([name, event as Record<string, unknown>]);
    const hooks = {
      request: hook('request'),
      response: hook('response'),
      retry: hook('retry'),
      error: hook('error'),
      warning: hook('warning'),
    };
    const wire = openWire({ hooks, retries: 1 }, [
      { status: 500 },
      { status: 404, headers: { Deprecation: 'true', Sunset: 'soon' } },
    ]);
    await errorOf(wire.gateway.transactions.retrieve(reference));
    expect(told.map(([name]) => name)).toEqual([
      'request',
      'response',
      'retry',
      'request',
      'warning',
      'warning',
      'response',
      'error',
    ]);
    expect(new Set(told.map(([, event]) => event.callId)).size).toBe(1);
    expect(told[2]?.[1]).toMatchObject({
      waitMs: 250,
      reason: 'server_error',
      attempt: 1,
      operation: 'retrieve',
    });
    expect(told[4]?.[1]).toMatchObject({ warning: 'Deprecation: true' }); // N27
    expect(told[7]?.[1]).toMatchObject({ attempt: 2, error: { code: 'not_found', status: 404 } });
  });

  it('a hook that throws does not touch the call', async () => {
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    const hooks = {
      request: () => {
        throw new Error('my hook');
      },
    };
    await openWire({ hooks }, [ok]).gateway.transactions.retrieve(reference);
    expect((await warned).message).toContain('my hook');
  });

  it('a pino-shaped logger hears the same', async () => {
    const lines: string[] = [];
    const log = (level: string) => (facts: object, message: string) =>
      lines.push(`${level} ${message} ${JSON.stringify(facts)}`);
    const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
    await errorOf(
      openWire({ logger, retries: 0 }, [{ status: 500 }]).gateway.transactions.retrieve(reference),
    );
    expect(lines.map((line) => line.split(' {')[0])).toEqual([
      'debug gateway request',
      'debug gateway response',
      'error gateway error',
    ]);
  });

  it('opens one span for one call', async () => {
    const spans: unknown[] = [];
    const tracer = {
      startSpan(name: string, options?: object) {
        const span: Record<string, unknown> = { name, ...options, ended: 0 };
        spans.push(span);
        return {
          setAttribute: (key: string, value: unknown) => (span[key] = value),
          setStatus: (status: unknown) => (span.status = status),
          end: () => (span.ended = Number(span.ended) + 1),
        };
      },
    };
    const wire = openWire({ tracer, retries: 1 }, [{ status: 500 }, ok, { status: 404 }]);
    await wire.gateway.transactions.retrieve(reference);
    await errorOf(wire.gateway.transactions.retrieve(reference));
    expect(spans).toEqual([
      {
        name: 'gateway retrieve',
        kind: 2,
        attributes: {
          'http.request.method': 'GET',
          'server.address': 'gateway.example',
          'gateway.operation': 'retrieve',
        },
        'http.response.status_code': 200,
        'http.request.resend_count': 1,
        ended: 1,
      },
      expect.objectContaining({
        'error.type': 'not_found',
        'http.response.status_code': 404,
        status: { code: 2, message: 'not_found' },
        ended: 1,
      }),
    ]);
  });
});

describe('createGateway', () => {
  it.each([
    [{ baseUrl: 'gateway.example' }, 'baseUrl'],
    [{ baseUrl: 'ftp://gateway.example' }, 'baseUrl'],
    [{ baseUrl: 'https://u:p@gateway.example' }, 'baseUrl'],
    [{ baseUrl: 'http://gateway.example', test: false }, 'baseUrl'],
    [{ clientId: '' }, 'clientId'],
    [{ clientSecret: undefined }, 'clientSecret'],
    [{ signatureSecret: [] }, 'signatureSecret'],
    [{ signatureSecret: ['a', ''] }, 'signatureSecret'],
    [{ test: undefined }, 'test'],
    [{ test: 'false' }, 'test'],
    [{ pciLevel: 'saq-a' }, 'pciLevel'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ deadlineMs: Number.POSITIVE_INFINITY }, 'deadlineMs'],
    [{ retries: -1 }, 'retries'],
    [{ retries: { get: 1.5 } }, 'retries'],
    [{ validate: 'no' }, 'validate'],
    [{ transport: 'fetch' }, 'transport'],
  ])('refuses %j by name', (options, name) => {
    expect(() => openWire(options as never)).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(name) }),
    );
  });

  it('refuses to run in a browser', () => {
    const page = globalThis as { window?: unknown; document?: unknown };
    page.document = {};
    page.window = { document: page.document };
    try {
      expect(() => openWire()).toThrow(expect.objectContaining({ code: 'browser_not_allowed' }));
    } finally {
      delete page.window;
      delete page.document;
    }
  });

  it('S149 offers no capture, but a way to send one', async () => {
    const wire = openWire({}, [{ json: { anything: 1 } }]);
    expect(wire.gateway.payments).not.toHaveProperty('capture');
    expect(
      await wire.gateway.request({ method: 'POST', path: '/api/capture', body: { PspId: '1' } }),
    ).toEqual({ anything: 1 });
  });
});
