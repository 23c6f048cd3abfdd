import { describe, expect, it } from 'vitest';
import { isNotFound, isRefusal, retryAfterOf } from '../../../src/merchant/poll/gatewayErrors.ts';

const nothing = [
  undefined,
  null,
  'not_found',
  404,
  {},
  { code: 404 },
  { code: null },
  new Error('not_found'),
];

describe('errors of any gateway client, by their code', () => {
  it.each([
    [{ code: 'not_found' }, true],
    [{ gatewayCode: 'NOT_FOUND' }, true],
    [Object.assign(new Error('x'), { code: 'rejected', gatewayCode: 'NOT_FOUND' }), true],
    [{ code: 'NOT_FOUND' }, false],
    [{ gatewayCode: 'not_found' }, false],
    [{ code: ['not_found'] }, false],
    [{ code: 'connection_failed' }, false],
  ])('%o: the gateway knows no such transaction: %s', (error, expected) => {
    expect(isNotFound(error)).toBe(expected);
  });

  it.each([
    'http_error',
    'authentication_failed',
    'permission_denied',
    'conflict',
    'not_found',
    'rejected',
    'validation_failed',
  ])('%s is a refusal', (code) => {
    expect(isRefusal({ code })).toBe(true);
    expect(isRefusal(Object.assign(new Error('no'), { code }))).toBe(true);
  });

  it.each(['connection_failed', 'timeout', 'overloaded', '', 'HTTP_ERROR'])('%s is none', (code) => {
    expect(isRefusal({ code })).toBe(false);
  });

  it.each(nothing)('%o is neither, and says no time', (error) => {
    expect([isNotFound(error), isRefusal(error), retryAfterOf(error)]).toEqual([false, false, null]);
  });

  it.each([
    [0, 0],
    [1.4, 1],
    [2_500, 2_500],
    [29_999, 29_999],
    [30_000, 30_000],
    [3_600_000, 30_000],
    [Number.POSITIVE_INFINITY, 30_000],
    [-1, null],
    [Number.NaN, null],
    ['5', null],
    [5n, null],
    [null, null],
    [undefined, null],
  ])('an overloaded gateway asks for %s ms: %s', (retryAfterMs, expected) => {
    expect(retryAfterOf({ retryAfterMs })).toBe(expected);
  });
});
