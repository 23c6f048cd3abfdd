import { expect, it } from 'vitest';
import { inTimer } from '../../src/checkout/inTimer.ts';

it.each([
  [0, 0],
  [15_000, 15_000],
  [2_147_483_647, 2_147_483_647],
  [2_147_483_648, 2_147_483_647],
  [Number.POSITIVE_INFINITY, 2_147_483_647],
])('T74 a timer of %s ms waits %s ms', (ms, waits) => {
  expect(inTimer(ms)).toBe(waits);
});
