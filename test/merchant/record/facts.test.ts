import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appOf } from '../../../src/merchant/record/appOf.ts';
import { isSessionId } from '../../../src/merchant/record/isSessionId.ts';
import {
  mayBePaidAfterDecline,
  untilSurelyExpired,
  validForMs,
} from '../../../src/merchant/record/pageLife.ts';
import { returnProof } from '../../../src/merchant/record/returnProof.ts';
import type { StoredEvent } from '../../../src/merchant/store/contract.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

describe('which app asked for the page', () => {
  const event = (type: string, app: unknown): StoredEvent => ({
    type,
    data: { app } as never,
    sessionId: 'a',
    sequence: 1,
    at: 0,
  });

  it.each([
    ['none', [], null],
    [
      'the last one',
      [event('app_chosen', 'ios'), event('app_chosen', 'android'), event('pending', 'web')],
      'android',
    ],
    ['a browser, which names none', [event('app_chosen', 'ios'), event('app_chosen', null)], null],
    ['no other event', [event('session_created', 'ios')], null],
  ])('%s', (_, events, expected) => {
    expect(appOf(events)).toBe(expected);
  });
});

it.each([
  ['0123456789abcdef0123456789abcdef', true],
  ['0123456789ABCDEF0123456789abcdef', false],
  ['0123456789abcdef0123456789abcde', false],
  ['0123456789abcdef0123456789abcdef0', false],
  ['g123456789abcdef0123456789abcdef', false],
  [' 0123456789abcdef0123456789abcdef', false],
  ['0123456789abcdef0123456789abcdef\n', false],
])('%j is a session id: %s', (text, expected) => {
  expect(isSessionId(text)).toBe(expected);
});

it('T61 the proof of a return is 128 bits of what the store alone has', async () => {
  const digest = createHash('sha256')
    .update(`return:${'a'.repeat(64)}`)
    .digest('hex');
  expect(await returnProof({ notifySecretHash: 'a'.repeat(64) })).toBe(digest.slice(0, 32));
});

describe('how long a page lives', () => {
  const expiring = (redirectExpiresAt: number | null) => sessionRecord({ redirectExpiresAt });

  it.each([
    [null, 0, 0],
    [10_000, 1, 2_001],
    [9_999, 0, 2_000],
    [9_000, 0, 1_001],
    [7_999, 0, 0],
    [7_000, 0, -999],
  ])('an address that expires at %s: valid for %s ms, surely expired in %s', (at, valid, sure) => {
    expect([validForMs(expiring(at), 9_999), untilSurelyExpired(expiring(at), 9_999)]).toEqual([valid, sure]);
  });

  it.each([
    ['failed', false, 8_000, true],
    ['failed', true, 8_000, false],
    ['failed', false, 7_999, false],
    ['expired', false, 8_000, false],
    ['open', false, 8_000, false],
    ['completed', false, 8_000, false],
  ] as const)(
    '%s, a decline ends the page: %s, expires at %s: may be paid after it: %s',
    (status, ends, at, expected) => {
      const session = sessionRecord({ status, redirectExpiresAt: at });
      expect(mayBePaidAfterDecline(session, 9_999, ends)).toBe(expected);
    },
  );
});
