import { describe, expect, it } from 'vitest';
import { outcomeOfStatus, SESSION_STATUSES } from '../../../src/protocol/page/outcome.ts';
import { parseProblem } from '../../../src/protocol/page/problem.ts';
import { parseSession } from '../../../src/protocol/page/session.ts';
import { parseStatusReply } from '../../../src/protocol/page/status.ts';
import { readWaitMs } from '../../../src/protocol/page/waitMs.ts';

const session = { sessionId: 'a'.repeat(32), redirectUrl: 'https://pay.example/p' };

/** A field that was not sent is not there: what is made of a reply is handed on, and `in` and `Object.keys` see it. */
const namesIn = (parsed: { ok: boolean; value?: unknown }) => Object.keys(parsed.value ?? {});

describe('parseSession', () => {
  it('reads the shortest and the fullest session', () => {
    expect(parseSession(session)).toEqual({ ok: true, value: session });
    expect(namesIn(parseSession(session))).toEqual(['sessionId', 'redirectUrl']);
    const full = {
      ...session,
      expiresInMs: 1,
      statusUrl: '/s',
      returnOrigin: 'https://shop.example',
      test: true,
      framing: 'refused',
    };
    expect(parseSession({ ...full, more: 1 })).toEqual({ ok: true, value: full });
    const least = { expiresInMs: 0, statusUrl: '', returnOrigin: '' };
    expect(parseSession({ ...session, ...least })).toEqual({ ok: true, value: { ...session, ...least } });
  });

  it.each([false, 'true', 1, null, undefined])('reads %j as no test', (test) => {
    expect(parseSession({ ...session, test })).toEqual({ ok: true, value: session });
  });

  it.each(['allowed', '', true, null, ['refused']])('reads %j as no refusal of framing', (framing) => {
    expect(parseSession({ ...session, framing })).toEqual({ ok: true, value: session });
  });

  it('T74 lets no address live longer than a day', () => {
    for (const [expiresInMs, read] of [
      [-1, -1],
      [86_400_000, 86_400_000],
      [86_400_001, 86_400_000],
      [Number.MAX_VALUE, 86_400_000],
    ]) {
      expect(parseSession({ ...session, expiresInMs })).toEqual({
        ok: true,
        value: { ...session, expiresInMs: read },
      });
    }
  });

  it.each([
    [null, 'the session is not an object'],
    ['', 'the session is not an object'],
    [{}, 'sessionId: expected 1 to 128 letters, digits or _.~-'],
    [{ ...session, sessionId: 1 }, 'sessionId: expected 1 to 128 letters, digits or _.~-'],
    [{ sessionId: session.sessionId }, 'redirectUrl: expected a string'],
    [{ ...session, redirectUrl: { href: 'https://pay.example/p' } }, 'redirectUrl: expected a string'],
    [{ ...session, expiresInMs: '1' }, 'expiresInMs: expected a number of milliseconds'],
    [{ ...session, expiresInMs: null }, 'expiresInMs: expected a number of milliseconds'],
    [{ ...session, expiresInMs: Number.NaN }, 'expiresInMs: expected a number of milliseconds'],
    [{ ...session, statusUrl: 1 }, 'statusUrl: expected a string'],
    [{ ...session, returnOrigin: null }, 'returnOrigin: expected a string'],
  ])('refuses %o and names the field', (value, reason) => {
    expect(parseSession(value)).toEqual({ ok: false, reason });
  });
});

describe('parseStatusReply', () => {
  it("reads a reply on a page with Prototype.js and MooTools, where what stops early throws Prototype's $break", () => {
    const stops = ['find', 'every', 'some'] as const;
    const own = stops.map((name) => [name, Object.getOwnPropertyDescriptor(Array.prototype, name)] as const);
    for (const name of stops) {
      Object.defineProperty(Array.prototype, name, {
        configurable: true,
        value() {
          throw { $break: true };
        },
      });
    }
    let read: unknown;
    try {
      read = parseStatusReply({ status: 'completed' });
    } finally {
      for (const [name, value] of own)
        Object.defineProperty(Array.prototype, name, value as PropertyDescriptor);
    }
    expect(read).toEqual({ ok: true, value: { status: 'completed' } });
  });

  it.each(SESSION_STATUSES)('reads %s', (status) => {
    expect(parseStatusReply({ status })).toEqual({ ok: true, value: { status } });
    expect(namesIn(parseStatusReply({ status }))).toEqual(['status']);
  });

  it.each([null, 'completed', [{ status: 'completed' }]])('refuses %o, which is no object', (value) => {
    expect(parseStatusReply(value)).toEqual({ ok: false, reason: 'the status reply is not an object' });
  });

  it.each([{}, { status: 'paid' }, { status: 'Completed' }, { status: ['completed'] }])(
    'refuses %o',
    (value) => {
      expect(parseStatusReply(value)).toEqual({
        ok: false,
        reason: 'status: expected one of open, pending, completed, failed, expired',
      });
    },
  );

  it.each([
    ['mo@shop.example', 'm•••@shop.example'],
    ['m@shop.example', 'm•••@shop.example'],
    // Masked already, as our own handler sends it.
    ['m•••@shop.example', 'm•••@shop.example'],
    ['😀mo@shop-1.example', '😀•••@shop-1.example'],
    [`m@${'x'.repeat(100)}`, `m•••@${'x'.repeat(100)}`],
    [`${'m'.repeat(200)}@shop.example`, 'm•••@shop.example'],
    [`m@${'x'.repeat(101)}`, undefined],
    [`${'m'.repeat(300)}@shop.example`, undefined],
    ['@shop.example', undefined],
    ['mo@shop@shop.example', undefined],
    ['mo@shop.example?', undefined],
    ['mo@shop example', undefined],
    ['mo@', undefined],
    ['mo', undefined],
    ['', undefined],
    [undefined, undefined],
    [{}, undefined],
  ])('T13 the address %j is shown as %j', (email, shown) => {
    const value = { status: 'completed', ...(shown && { email: shown }) };
    expect(parseStatusReply({ status: 'completed', email })).toEqual({ ok: true, value });
  });

  it('reads that another card may be tried, as truth alone', () => {
    const value = { status: 'failed', mayRetry: true };
    expect(parseStatusReply(value)).toEqual({ ok: true, value });
    for (const mayRetry of [false, 'true', 1, null, undefined])
      expect(parseStatusReply({ status: 'failed', mayRetry })).toEqual({
        ok: true,
        value: { status: 'failed' },
      });
  });

  it('keeps wait and reference, and nothing that it does not know', () => {
    const value = { status: 'open', retryAfterMs: 0, orderReference: '' };
    expect(parseStatusReply({ ...value, card: '4111' })).toEqual({ ok: true, value });
  });

  it.each([
    ['failed', 'declined', true],
    ['failed', 'cancelled', true],
    ['failed', 'processing', false],
    ['pending', 'processing', true],
    ['pending', 'declined', false],
    ['pending', 'soon', false],
    ['pending', ['processing'], false],
    ['completed', 'processing', false],
    ['completed', 'declined', false],
    ['expired', 'cancelled', false],
    ['open', 'processing', false],
  ])('%s, because %s: read %s', (status, reason, isRead) => {
    const value = isRead ? { status, reason } : { status };
    expect(parseStatusReply({ status, reason })).toEqual({ ok: true, value });
  });

  it('drops a wait or a reference of the wrong type', () => {
    expect(parseStatusReply({ status: 'open', retryAfterMs: -1, orderReference: 5 })).toEqual({
      ok: true,
      value: { status: 'open' },
    });
  });
});

it('parseProblem reads a code and what goes with it, and nothing else', () => {
  expect(
    parseProblem({ code: 'already_completed', sessionId: 's', orderReference: 'o', title: 't' }),
  ).toEqual({
    code: 'already_completed',
    sessionId: 's',
    orderReference: 'o',
  });
  const whole = {
    code: 'session_in_progress',
    sessionId: 's',
    orderReference: 'o',
    detail: 'd',
    test: true,
    retryAfterMs: 0,
  };
  expect(parseProblem(whole)).toEqual(whole);
  expect(
    parseProblem({ code: 'x', sessionId: 1, orderReference: null, detail: {}, retryAfterMs: -1 }),
  ).toEqual({ code: 'x' });
  expect(Object.keys(parseProblem({ code: 'x' }) ?? {})).toEqual(['code', 'test']);
  for (const value of [null, undefined, 'x', {}, { code: 1 }, [{ code: 'x' }]])
    expect(parseProblem(value)).toBeNull();
});

it.each([
  [0, 0],
  [1, 1],
  [300_000, 300_000],
  [300_001, 300_000],
  [Number.POSITIVE_INFINITY, 300_000],
  [-1, undefined],
  [Number.NaN, undefined],
  ['5', undefined],
  [null, undefined],
  [[5], undefined],
])('T74 a wait of %j is %j', (value, ms) => {
  expect(readWaitMs(value)).toBe(ms);
});

it('a customer who leaves an open session has closed it; any other word of the server stands', () => {
  expect(SESSION_STATUSES.map(outcomeOfStatus)).toEqual([
    'closed',
    'pending',
    'completed',
    'failed',
    'expired',
  ]);
});
