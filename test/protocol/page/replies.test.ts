import { describe, expect, it } from 'vitest';
import { outcomeOfStatus, SESSION_STATUSES } from '../../../src/protocol/page/outcome.ts';
import { parseProblem } from '../../../src/protocol/page/problem.ts';
import { parseSession } from '../../../src/protocol/page/session.ts';
import { parseStatusReply } from '../../../src/protocol/page/status.ts';

const session = { sessionId: 'a'.repeat(32), redirectUrl: 'https://pay.example/p' };

describe('parseSession', () => {
  it('reads the shortest and the fullest session', () => {
    expect(parseSession(session)).toEqual({ ok: true, value: session });
    const full = {
      ...session,
      expiresInMs: 1,
      statusUrl: '/s',
      returnOrigin: 'https://shop.example',
      test: true,
    };
    expect(parseSession({ ...full, more: 1 })).toEqual({ ok: true, value: full });
  });

  it.each([
    [null, 'object'],
    ['', 'object'],
    [{}, 'sessionId'],
    [{ ...session, sessionId: 1 }, 'sessionId'],
    [{ sessionId: session.sessionId }, 'redirectUrl'],
    [{ ...session, expiresInMs: '1' }, 'expiresInMs'],
    [{ ...session, expiresInMs: Number.NaN }, 'expiresInMs'],
    [{ ...session, statusUrl: 1 }, 'statusUrl'],
    [{ ...session, returnOrigin: null }, 'returnOrigin'],
  ])('refuses %o and names the field', (value, field) => {
    expect(parseSession(value)).toMatchObject({ ok: false, reason: expect.stringContaining(field) });
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
  });

  it.each([null, {}, { status: 'paid' }, { status: 'Completed' }, { status: ['completed'] }, 'completed'])(
    'refuses %o',
    (value) => {
      expect(parseStatusReply(value).ok).toBe(false);
    },
  );

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
  for (const value of [null, 'x', {}, { code: 1 }]) expect(parseProblem(value)).toBeNull();
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
