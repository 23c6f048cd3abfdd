import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { returnProof } from '../../../src/merchant/record/returnProof.ts';
import { admitToOrder } from '../../../src/merchant/session/admitToOrder.ts';
import { askerOf } from '../../../src/merchant/session/askerOf.ts';
import { assertOrderGiven } from '../../../src/merchant/session/assertOrderGiven.ts';
import { assertOrderSize } from '../../../src/merchant/session/assertOrderSize.ts';
import { authorizeRequest } from '../../../src/merchant/session/authorizeRequest.ts';
import { keepOrder } from '../../../src/merchant/session/keepOrder.ts';
import { toCheckoutSession } from '../../../src/merchant/session/openResult.ts';
import { readApp } from '../../../src/merchant/session/readApp.ts';
import { CheckoutSessionError } from '../../../src/merchant/session/sessionError.ts';
import { sessionOf } from '../../../src/merchant/session/sessionOf.ts';
import { assertPageAddress, toHppRequest } from '../../../src/merchant/session/toHppRequest.ts';
import { NOT_OPEN, sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * The small parts of `POST /session` and `createSession`, each with its whole answer.
 */

const thrownBy = (call: () => unknown): unknown => {
  try {
    return ['nothing', call()];
  } catch (error) {
    return error;
  }
};

describe('who asks', () => {
  const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

  it.each([
    ['ada@shop.example', '203.0.113.9', hashed('principal:ada@shop.example')],
    [7, undefined, hashed('principal:7')],
    [7n, undefined, hashed('principal:7')],
    [true, '203.0.113.9', '203.0.113.9'],
    [{ id: 7 }, '2001:db8::9', '2001:db8:0:0::/64'],
    [null, '203.0.113.9', '203.0.113.9'],
    [null, undefined, 'somebody'],
  ])('%s at %s counts as %s', async (principal, address, name) => {
    expect(await askerOf(principal, address)).toBe(name);
  });

  it.each([
    ['2001:db8::9', { sessionsPerAddress: '2001:db8:0:0::/64' }],
    [undefined, {}],
  ])('is admitted by asker, order and address (%s)', async (clientAddress, byAddress) => {
    const asked: unknown[] = [];
    const admit = async (...given: unknown[]) => {
      asked.push(given);
      return [];
    };
    const asker = { principal: 7, clientAddress, untrustedForwarding: true };
    expect(await admitToOrder({ admit } as never, asker, 'A-1')).toEqual([]);
    const names = {
      sessionsPerOrder: `${hashed('principal:7')}:A-1`,
      sessionsPerOrderInTotal: 'A-1',
      ...byAddress,
    };
    expect(asked).toEqual([['A-1', names, true]]);
  });

  it('is asked of authorize, which must answer with somebody in time', async () => {
    const request = new Request('https://shop.example/checkout/session');
    expect(await authorizeRequest('anyone', 50, request)).toBeNull();
    for (const principal of ['ada', 7, true, { id: 0 }])
      expect(await authorizeRequest(async (given) => given === request && principal, 50, request)).toBe(
        principal,
      );
    for (const nobody of [null, undefined, false, '', 0]) {
      const asked = authorizeRequest(() => nobody as never, 50, request);
      await expect(asked).rejects.toMatchObject({ code: 'not_authorized', details: {} });
    }
    const late = authorizeRequest(() => new Promise(() => {}), 20, request);
    await expect(late).rejects.toMatchObject({
      functionName: 'authorize',
      message: expect.stringContaining('took longer than 20 ms (limits.answerTimeoutMs)'),
    });
  });
});

describe('the order', () => {
  const EXPECTED = 'createSession: expected the order as resolveOrder gets it, such as "A-1001"';
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const oneLine = expect.stringMatching(/^[^\n]+\.$/);

  it.each([
    [null, `${EXPECTED}, got null.`],
    [undefined, `${EXPECTED}, got undefined.`],
    [Number.NaN, `${EXPECTED}, got NaN.`],
    [new Date(Number.NaN), `${EXPECTED}, got object.`],
    [() => 'A-1', `${EXPECTED}, got function.`],
    [Symbol('A-1'), `${EXPECTED}, got symbol.`],
    [7n, `${EXPECTED}; this one is no JSON: Do not know how to serialize a BigInt.`],
    [
      cycle,
      expect.stringContaining(`${EXPECTED}; this one is no JSON: Converting circular structure to JSON`),
    ],
  ])('that the merchant’s code names must be JSON: %s', (order, message) => {
    const thrown = thrownBy(() => assertOrderGiven('createSession', order));
    expect(thrown).toMatchObject({ name: 'CheckoutConfigError', message });
    expect(thrown).toMatchObject({ message: oneLine });
  });

  it.each([['A-1'], [''], [0], [false], [[]], [{ basket: 7 }]])('%j is one', (order) => {
    expect(thrownBy(() => assertOrderGiven('createSession', order))).toEqual(['nothing', undefined]);
  });

  it('is measured in bytes of its JSON', () => {
    expect(thrownBy(() => assertOrderSize('ü', 4))).toEqual(['nothing', undefined]);
    expect(thrownBy(() => assertOrderSize(undefined, 0))).toEqual(['nothing', undefined]);
    expect(thrownBy(() => assertOrderSize('ü', 3))).toMatchObject({
      code: 'body_too_large',
      details: {
        detail:
          "The order is 4 bytes long; at most 3 are taken (limits.maxOrderBytes). Send the basket's id in place of the basket.",
      },
    });
  });

  it.each([
    ['A-1', '"A-1"'],
    [undefined, 'null'],
    [null, 'null'],
    [[1, 'x', null], '[1,"x",null]'],
    [{ a: { cvv: '123', b: ['4111111111111111'] } }, '{"a":{"cvv":"[redacted]","b":["411111******1111"]}}'],
    [{ pin: 1234, n: 7 }, '{"pin":"[redacted]","n":7}'],
    [{ '4111111111111111': 1 }, '{"411111******1111":1}'],
  ])('%j is kept as %s', (order, kept) => {
    expect(keepOrder(order, 'no such reference')).toBe(kept);
  });

  it('keeps its own reference, wherever it stands and whatever it looks like', () => {
    const reference = '4111111111111111';
    expect(keepOrder(reference, reference)).toBe(`"${reference}"`);
    expect(keepOrder(Number(reference), reference)).toBe(reference);
    const order = { pin: reference, more: [reference, '5555555555554444'] };
    expect(keepOrder(order, reference)).toBe(
      `{"pin":"${reference}","more":["${reference}","555555******4444"]}`,
    );
  });
});

describe('the app that a request names', () => {
  const apps = new Map([['ios', 'myshop://paid']]);
  const read = (query: string) => thrownBy(() => readApp(apps, new URLSearchParams(query)));

  it('is one that is listed, or none', () => {
    expect(read('app=ios')).toEqual(['nothing', 'ios']);
    expect(read('other=1')).toEqual(['nothing', null]);
  });

  it.each([
    ['app=ios&app=ios', 'Expected ?app=… once.'],
    ['app=', 'app: "" is not listed in appReturnUrls. Name one of appReturnUrls.'],
    ['app=io', 'app: "io" is not listed in appReturnUrls. Did you mean "ios"?'],
  ])('T17 %s is refused', (query, detail) => {
    expect(read(query)).toMatchObject({ code: 'invalid_request', details: { detail } });
  });
});

describe('what the gateway is asked for', () => {
  const order = { orderReference: 'A-1', amount: '49.90', currency: 'EUR' };

  it('is the record’s sum and names, and our own addresses with their secrets', async () => {
    const record = sessionRecord(NOT_OPEN);
    const proof = await returnProof(record);
    const asked = {
      transactionType: 'PURC',
      amount: '49.90',
      currency: 'EUR',
      orderReference: 'A-1',
      uniqueReference: record.uniqueReference,
      redirectionUrl: `https://shop.example/checkout/return/${record.id}/success/${proof}`,
      failRedirectionUrl: `https://shop.example/checkout/return/${record.id}/failure/${proof}`,
      callBackUrl: `https://shop.example/checkout/notify/${record.id}/s3cret`,
    };
    const base = 'https://shop.example/checkout';
    expect(await toHppRequest(base, record, { ...order, amount: '1.00' }, 's3cret')).toStrictEqual(asked);
    const more = { language: 'it', client: { email: 'a' }, udf: { a: 1 }, configuration: { b: 2 } } as never;
    expect(await toHppRequest(base, record, { ...order, ...(more as object) }, 's3cret')).toStrictEqual({
      ...asked,
      ...(more as object),
    });
  });

  it.each([
    ['javascript:alert(1)', 'javascript:'],
    ['/page/1', 'no address'],
    ['', 'no address'],
  ])('T14 a page at "%s" is not handed out', (url, scheme) => {
    expect(thrownBy(() => assertPageAddress(url))).toEqual(
      new Error(`The gateway answered with a page address that is not http(s): ${scheme}`),
    );
    expect(thrownBy(() => assertPageAddress('https://pay.example/1'))).toEqual(['nothing', undefined]);
  });
});

describe('what the browser gets of it', () => {
  const at = { publicUrl: 'https://shop.example/checkout', publicOrigin: 'https://shop.example' };
  const session = {
    sessionId: sessionRecord().id,
    redirectUrl: 'https://pay.example/page/1',
    expiresInMs: 90_000,
    statusUrl: `https://shop.example/checkout/session/${sessionRecord().id}`,
    returnOrigin: 'https://shop.example',
  };

  it('is the page and what is left of its life; in test it says so', () => {
    expect(toCheckoutSession(at, sessionRecord({ test: false }), 30_000)).toStrictEqual(session);
    expect(toCheckoutSession(at, sessionRecord(), 30_000)).toStrictEqual({ ...session, test: true });
    const gone = sessionRecord({ redirectUrl: null, redirectExpiresAt: null });
    expect(toCheckoutSession(at, gone, 0)).toMatchObject({ redirectUrl: '', expiresInMs: 0 });
  });

  it('or why there is none', () => {
    const why = (result: Parameters<typeof sessionOf>[0]) => {
      const { code, details } = thrownBy(() => sessionOf(result)) as { code: string; details: object };
      return { code, details };
    };
    expect(sessionOf({ kind: 'session', session })).toBe(session);
    expect(why({ kind: 'completed', sessionId: 's-1', orderReference: 'A-1' })).toStrictEqual({
      code: 'already_completed',
      details: { sessionId: 's-1', orderReference: 'A-1' },
    });
    expect(why({ kind: 'in_progress', sessionId: 's-1', retryAfterMs: 7 })).toStrictEqual({
      code: 'session_in_progress',
      details: { sessionId: 's-1', retryAfterMs: 7 },
    });
    expect(why({ kind: 'refused' })).toStrictEqual({ code: 'gateway_refused', details: {} });
    const unavailable = (retryAfterMs: number) => ({
      code: 'gateway_unavailable',
      details: { retryAfterMs },
    });
    expect(why({ kind: 'unavailable' })).toStrictEqual(unavailable(2_000));
    expect(why({ kind: 'unavailable', retryAfterMs: 0 })).toStrictEqual(unavailable(0));
  });

  it('createSession says it with what there is', () => {
    const bare = new CheckoutSessionError('gateway_refused', 'said');
    expect(bare).toMatchObject({ name: 'CheckoutSessionError', code: 'gateway_refused', message: 'said' });
    expect([bare.retryAfterMs, bare.sessionId, bare.orderReference, bare.cause]).toEqual(
      Array(4).fill(undefined),
    );
    const details = { retryAfterMs: 0, sessionId: '', orderReference: '' };
    const cause = new Error('why');
    expect(new CheckoutSessionError('session_in_progress', 'said', details, { cause })).toMatchObject({
      ...details,
      cause,
    });
  });
});
