import { HTTPException } from 'hono/http-exception';
import { describe, expect, it } from 'vitest';
import { errorResponse } from '../../../src/merchant/http/errorResponse.ts';
import { pathBelow } from '../../../src/merchant/http/pathBelow.ts';
import { ProblemError, problemResponse, statusOf } from '../../../src/merchant/http/problem.ts';
import { BodyError } from '../../../src/merchant/http/readBody.ts';
import { withHeaders } from '../../../src/merchant/http/withHeaders.ts';
import { StoreError } from '../../../src/merchant/store/storeError.ts';

/** The whole answer to an error, and what is noted of it. */
async function answerTo(
  error: Error,
  { correlationId, test }: { correlationId?: string; test?: boolean } = {},
) {
  const failed: unknown[] = [];
  const lines: unknown[] = [];
  const response = errorResponse(
    {
      basePath: '/checkout',
      failures: { failed: (...given: unknown[]) => failed.push(given), succeeded: () => {} },
      log: { error: (...line: unknown[]) => lines.push(line) } as never,
      ...(test === undefined ? {} : { test }),
    },
    error,
    new Request(`https://shop.example/checkout/return/${'0a'.repeat(16)}/success`, { method: 'POST' }),
    correlationId,
  );
  const { type, title, ...body } = await response.json();
  expect(type).toBe(`urn:hpp-checkout:problem:${body.code}`);
  expect(title).toMatch(/^[A-Z].*\.$/);
  expect(body.status).toBe(response.status);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  return { body, retryAfter: response.headers.get('retry-after'), failed, lines };
}
const quiet = { retryAfter: null, failed: [], lines: [] };
const FIELDS = { method: 'POST', path: '/return/…/success' };

describe('the answer to an error', () => {
  it('that is an answer already says just that', async () => {
    const error = new ProblemError('already_completed', { sessionId: 's-1', orderReference: 'A-1' });
    expect(await answerTo(error)).toEqual({
      ...quiet,
      body: { status: 409, code: 'already_completed', sessionId: 's-1', orderReference: 'A-1' },
    });
  });

  it.each([
    ['too_large', { status: 413, code: 'body_too_large', detail: 'said' }],
    ['encoded', { status: 415, code: 'unsupported_media_type', detail: 'said' }],
    ['too_slow', { status: 408, code: 'invalid_request', detail: 'said' }],
    ['broken', { status: 400, code: 'invalid_request', detail: 'said' }],
    [
      'already_read',
      { status: 500, code: 'internal_error', detail: 'said Mount the handler before any body parser.' },
    ],
  ] as const)('of a body that is %s', async (code, body) => {
    expect(await answerTo(new BodyError(code, 'said'))).toEqual({ ...quiet, body });
  });

  it('of the router is a request that was not understood', async () => {
    const body = { status: 400, code: 'invalid_request' };
    expect(await answerTo(new HTTPException(418))).toEqual({ ...quiet, body });
  });

  it('of the store is one of the store, noted with where it was, and without a word of it', async () => {
    const error = new StoreError('store_unavailable', 'connect ECONNREFUSED 10.1.2.3');
    expect(await answerTo(error, { correlationId: 'c-1', test: false })).toEqual({
      body: { status: 503, code: 'store_unavailable', retryAfterMs: 5_000, test: false },
      retryAfter: '5',
      failed: [
        ['store', error, 'A request failed, since the store did', { ...FIELDS, correlationId: 'c-1' }],
      ],
      lines: [],
    });
  });

  it('of our own is logged, with no id in its path', async () => {
    const error = new TypeError('x is not a function');
    const body = { status: 500, code: 'internal_error' };
    expect(await answerTo(error)).toEqual({
      ...quiet,
      body,
      lines: [[{ err: error, ...FIELDS }, 'A request failed']],
    });
    expect(await answerTo(error, { test: true })).toMatchObject({ body: { ...body, test: true } });
  });
});

describe('a problem', () => {
  it.each([
    [0, '1'],
    [1, '1'],
    [1_000, '1'],
    [1_001, '2'],
    [30_000, '30'],
  ])('that asks to wait %i ms says %s whole seconds', (retryAfterMs, seconds) => {
    expect(problemResponse('rate_limited', { retryAfterMs }).headers.get('retry-after')).toBe(seconds);
  });

  it.each([
    ['invalid_request', 400],
    ['not_authorized', 401],
    ['origin_not_allowed', 403],
    ['not_found', 404],
    ['order_not_found', 404],
    ['method_not_allowed', 405],
    ['already_completed', 409],
    ['session_in_progress', 409],
    ['body_too_large', 413],
    ['unsupported_media_type', 415],
    ['rate_limited', 429],
    ['internal_error', 500],
    ['gateway_refused', 502],
    ['gateway_unavailable', 503],
    ['store_unavailable', 503],
    ['notification_not_handled', 503],
    ['shutting_down', 503],
  ] as const)('%s is answered with %i', async (code, status) => {
    const response = problemResponse(code);
    expect([response.status, await response.json()]).toEqual([
      status,
      {
        type: `urn:hpp-checkout:problem:${code}`,
        title: expect.stringMatching(/^[A-Z].*\.$/),
        status,
        code,
      },
    ]);
  });

  it('has its code’s status unless it says another, and its detail or title as its message', () => {
    expect([statusOf('not_found'), statusOf('invalid_request', { status: 408 })]).toEqual([404, 408]);
    expect(new ProblemError('not_found')).toMatchObject({
      name: 'ProblemError',
      code: 'not_found',
      details: {},
      message: 'There is nothing here.',
    });
    expect(new ProblemError('not_found', { detail: 'said' }).message).toBe('said');
  });
});

describe('the path of an address', () => {
  it.each([
    ['/checkout', '/checkout/session', '/session'],
    ['/checkout', '/checkout/session/', '/session'],
    ['/checkout', '/checkout', ''],
    ['/checkout', '/checkout/', ''],
    ['/checkout', '/checkouts/session', '/checkouts/session'],
    ['/checkout', '/session', '/session'],
    ['/checkout', '/a/checkout/session', '/a/checkout/session'],
    ['/a/b', '/a/b/session?x=/', '/session'],
    ['', '/session', '/session'],
    ['', '/', ''],
  ])('below %s: %s is %s', (base, path, below) => {
    expect(pathBelow(base, `https://shop.example${path}`)).toBe(below);
  });
});

it('a route’s own header wins over those of every answer', () => {
  const own = { 'cache-control': 'max-age=1', 'x-own': '1' };
  expect(Object.fromEntries(withHeaders(new Response(null, { headers: own })).headers)).toEqual({
    ...own,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});
