import fc from 'fast-check';
import { expect, it } from 'vitest';
import { slidingLog } from '../../../src/merchant/store/slidingLog.ts';

it('never allows more than the limit in any window, and never refuses below it', () => {
  const gaps = fc.array(fc.nat(400), { maxLength: 60 });
  fc.assert(
    fc.property(
      gaps,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 1_000 }),
      (steps, limit, perMs) => {
        let now = 10_000;
        let times: readonly number[] = [];
        const allowed: number[] = [];
        for (const gap of steps) {
          now += gap;
          const taken = slidingLog(times, now, limit, perMs);
          const inWindow = allowed.filter((at) => at > now - perMs).length;
          expect(taken.result.allowed).toBe(inWindow < limit);
          if (taken.times === null) {
            const then = now + taken.result.retryAfterMs;
            expect(slidingLog(times, then - 1, limit, perMs).result.allowed).toBe(false);
            expect(slidingLog(times, then, limit, perMs).result.allowed).toBe(true);
          } else {
            times = taken.times;
            allowed.push(now);
          }
        }
      },
    ),
  );
});

it('keeps at most `limit` times', () => {
  let times: readonly number[] = [];
  for (let now = 0; now < 100; now++) times = slidingLog(times, now * 100, 3, 1_000).times ?? times;
  expect(times).toHaveLength(3);
});

it('counts a neighbour that read the clock a little later', () => {
  expect(slidingLog([1_005], 1_000, 1, 100).result).toEqual({ allowed: false, retryAfterMs: 105 });
});

it('F48 does not stay locked when the clock was set back by an hour', () => {
  expect(slidingLog([3_600_000], 1_000, 1, 60_000).result.allowed).toBe(true);
});
