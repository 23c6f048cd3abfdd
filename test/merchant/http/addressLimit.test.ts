import { expect, it } from 'vitest';
import { addressLimit } from '../../../src/merchant/http/addressLimit.ts';

it('names the wait in whole milliseconds, on a clock that counts parts of one, and is open once it is over', () => {
  let now = 1_000.25;
  const count = addressLimit(1, () => now);
  expect(count('203.0.113.1')).toBe(0);
  now += 46_606.3;
  const waitMs = count('203.0.113.1');
  expect(waitMs).toBe(13_394);
  now += waitMs;
  expect(count('203.0.113.1')).toBe(0);
});
