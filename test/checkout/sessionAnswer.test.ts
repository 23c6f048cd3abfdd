import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import { readSessionAnswer, type SessionCall } from '../../src/checkout/sessionAnswer.ts';

const sentAt = { monotonic: 1, wall: 2 };
const session = { sessionId: 's1', redirectUrl: 'https://pay.example/1' };

function read(
  reply: { status: number; headers?: Headers; body: unknown } | Error,
  { isOnline = true, origins }: { isOnline?: boolean; origins?: string[] } = {},
) {
  const call: SessionCall = {
    sentAt,
    reply: reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply),
    abort: new AbortController(),
  };
  return readSessionAnswer(call, isOnline, origins);
}

/** What the shop learns of a refusal, whole. */
async function refusal(...args: Parameters<typeof read>) {
  const answer = await read(...args);
  if (answer.type !== 'refused') throw new Error(`expected a refusal, not ${answer.type}`);
  expect(answer.error).toBeInstanceOf(CheckoutError);
  const { code, message, cause, recoverable } = answer.error;
  return { code, message, cause, recoverable };
}

describe('a session', () => {
  it.each([200, 201, 299])('is read from an answer of %s, with the time it was asked for', async (status) => {
    expect(await read({ status, body: session })).toEqual({ type: 'session', session, sentAt });
  });

  it('has its address in the parsed form', async () => {
    const body = { ...session, redirectUrl: 'HTTPS://PAY.example\\1' };
    expect(await read({ status: 200, body })).toEqual({ type: 'session', session, sentAt });
  });

  it.each([300, 304, 400, 500])('is not read from an answer of %s', async (status) => {
    expect(await refusal({ status, body: session })).toMatchObject({
      code: 'session_create_failed',
      message: `session_create_failed: the session endpoint answered ${status}`,
      recoverable: true,
    });
  });

  it('T14 has an address of an origin that the shop allows', async () => {
    const origins = ['https://pay.example'];
    expect(await read({ status: 200, body: session }, { origins })).toMatchObject({ type: 'session' });
    const body = { ...session, redirectUrl: 'https://other.example/1' };
    expect(await refusal({ status: 200, body }, { origins })).toEqual({
      code: 'origin_not_allowed',
      message: 'origin_not_allowed: https://other.example is not in gatewayOrigins',
      cause: undefined,
      recoverable: false,
    });
    expect(await refusal({ status: 200, body: { ...session, redirectUrl: 'http://pay.example/' } })).toEqual({
      code: 'invalid_redirect_url',
      message: 'invalid_redirect_url: not plain https',
      cause: undefined,
      recoverable: false,
    });
  });

  it('says which field of the answer is wrong', async () => {
    const headers = new Headers();
    const body = { sessionId: 's1' };
    expect(await refusal({ status: 200, headers, body })).toEqual({
      code: 'session_create_failed',
      message:
        "session_create_failed: the session endpoint's answer cannot be read: redirectUrl: expected a string",
      cause: { status: 200, headers, problem: null },
      recoverable: true,
    });
  });
});

describe('an order that is paid already', () => {
  it('is completed, with what is known of it', async () => {
    const body = { code: 'already_completed', sessionId: 's0', orderReference: 'A-1' };
    expect(await read({ status: 409, body })).toEqual({
      type: 'alreadyPaid',
      sessionId: 's0',
      orderReference: 'A-1',
    });
    expect(await read({ status: 409, body: { code: 'already_completed' } })).toStrictEqual({
      type: 'alreadyPaid',
      sessionId: null,
    });
  });

  it('is not believed of an answer that says it went well', async () => {
    expect(await refusal({ status: 200, body: { code: 'already_completed' } })).toMatchObject({
      code: 'session_create_failed',
    });
  });
});

describe('a wait', () => {
  it.each([
    [{ code: 'session_in_progress' }, 2_000, undefined],
    [{ code: 'session_in_progress', sessionId: 's0' }, 2_000, 's0'],
    [{ code: 'session_in_progress', retryAfterMs: 3_000 }, 3_000, undefined],
    [{ code: 'session_in_progress', retryAfterMs: 501 }, 501, undefined],
    [{ code: 'session_in_progress', retryAfterMs: 499 }, 500, undefined],
    [{ code: 'session_in_progress', retryAfterMs: 0 }, 500, undefined],
    [{ code: 'rate_limited', retryAfterMs: 4_000 }, 4_000, undefined],
    [{ code: 'rate_limited', retryAfterMs: 1 }, 500, undefined],
  ])('%j: asked again in %s ms', async (body, afterMs, sessionId) => {
    expect(await read({ status: 429, body })).toEqual({ type: 'wait', afterMs, sessionId });
  });

  it.each([{ code: 'rate_limited' }, { code: 'rate_limited', retryAfterMs: 0 }])(
    '%j says no time, and is a refusal',
    async (body) => {
      expect(await refusal({ status: 429, body })).toMatchObject({
        code: 'session_create_failed',
        message: 'session_create_failed: the session endpoint answered 429 rate_limited',
      });
    },
  );
});

describe('a refusal', () => {
  it('names code and detail of the problem, and keeps them for the shop', async () => {
    const headers = new Headers({ 'x-request-id': '1' });
    const body = { code: 'gateway_refused', detail: 'no terminal', test: true, title: 'x' };
    expect(await refusal({ status: 502, headers, body })).toEqual({
      code: 'session_create_failed',
      message: 'session_create_failed: the session endpoint answered 502 gateway_refused no terminal',
      cause: {
        status: 502,
        headers,
        problem: { code: 'gateway_refused', detail: 'no terminal', test: true },
      },
      recoverable: true,
    });
  });

  it.each([true, false])('F1 no answer, online: %s', async (isOnline) => {
    const cause = new TypeError('Failed to fetch');
    expect(await refusal(cause, { isOnline })).toEqual(
      isOnline
        ? {
            code: 'session_create_failed',
            message: 'session_create_failed: the session endpoint could not be asked',
            cause,
            recoverable: true,
          }
        : { code: 'offline', message: 'offline: no network', cause, recoverable: true },
    );
  });

  it('F3 no answer in time', async () => {
    const cause = new DOMException('', 'TimeoutError');
    expect(await refusal(cause)).toEqual({
      code: 'session_create_timeout',
      message: 'session_create_timeout: no answer in time',
      cause,
      recoverable: true,
    });
    expect(await refusal(cause, { isOnline: false })).toMatchObject({ code: 'offline' });
  });

  it('a rejection with nothing is one, too', async () => {
    const call: SessionCall = { sentAt, reply: Promise.reject(null), abort: new AbortController() };
    expect(await readSessionAnswer(call, true, undefined)).toMatchObject({
      type: 'refused',
      error: { code: 'session_create_failed' },
    });
  });

  it("the shop's own error of ours stays as it is", async () => {
    const error = new CheckoutError('destroyed', 'x');
    expect(await read(error)).toEqual({ type: 'refused', error });
    expect(await read(error, { isOnline: false })).toEqual({ type: 'refused', error });
  });

  it('a call that is taken back is not waited for', async () => {
    const abort = new AbortController();
    const answer = readSessionAnswer({ sentAt, reply: new Promise(() => {}), abort }, true, undefined);
    abort.abort(new DOMException('', 'TimeoutError'));
    expect(await answer).toMatchObject({ error: { code: 'session_create_timeout' } });
  });
});
