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

it('counts each address by itself, for a minute from the first request', () => {
  let now = 5;
  const count = addressLimit(2, () => now);
  expect(['a', 'a', 'b', 'a'].map(count)).toEqual([0, 0, 0, 60_000]);
  now += 59_999;
  expect(count('a')).toBe(1);
  now += 1;
  expect(['a', 'a', 'a', 'b'].map(count)).toEqual([0, 0, 60_000, 0]);
});

it('goes on counting an address that it remembers when it can remember no more', () => {
  const count = addressLimit(2, () => 0);
  for (let n = 0; n < 10_000; n++) count(`known ${n}`);
  expect([count('known 7'), count('known 7')]).toEqual([0, 60_000]);
});

it('remembers ten thousand addresses of a minute, and goes on counting those', () => {
  const count = addressLimit(1, () => 0);
  for (let n = 0; n < 10_000; n++) expect(count(`known ${n}`)).toBe(0);
  expect([count('known 0'), count('known 9999')]).toEqual([60_000, 60_000]);
  expect([count('one more'), count('one more')]).toEqual([0, 0]);
});
