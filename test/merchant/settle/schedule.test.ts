import { describe, expect, it } from 'vitest';
import {
  earliest,
  nextHookCallAt,
  nextPollAfterOutage,
  nextPollAt,
} from '../../../src/merchant/settle/schedule.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const ids = ['0', '4', '8', 'c', 'f'].map((digit) => digit.repeat(32));

function times(change: Parameters<typeof sessionRecord>[0], from = 0): number[] {
  const session = sessionRecord(change);
  const all: number[] = [];
  for (let at = nextPollAt(session, from); at !== null; at = nextPollAt(session, at)) all.push(at);
  return all;
}

describe('the sweep’s schedule', () => {
  it('F38 first looks when the address is dead, no later than three minutes in, last after a week', () => {
    for (const id of ids) {
      const all = times({ id });
      expect(all[0]).toBeGreaterThan(120_000);
      expect(all[0]).toBeLessThanOrEqual(180_000);
      expect(all).toHaveLength(15);
      expect(all.at(-1)).toBeGreaterThanOrEqual(7 * 86_400_000);
      expect(all.filter((at) => at <= 18 * 60_000)).toHaveLength(3);
    }
  });

  it('G18 looks at once after a return: 2, 5, 15, 30, 60 s', () => {
    for (const id of ids) {
      const after = times({ id, returnedAt: 40_000 }, 40_000).map((at) => (at - 40_000) / 1_000);
      expect(after[0]).toBeGreaterThanOrEqual(2);
      expect(after[0]).toBeLessThanOrEqual(2.4);
      expect(after.filter((s) => s <= 72)).toHaveLength(5);
    }
  });

  it('spreads sessions of the same second', () => {
    expect(new Set(ids.map((id) => nextPollAt(sessionRecord({ id }), 0))).size).toBe(ids.length);
  });

  it('F40 after an outage: within two minutes, and not after a planned look', () => {
    for (const id of ids) {
      const session = sessionRecord({ id });
      const at = nextPollAfterOutage(session, 3_600_000);
      expect(at).toBeGreaterThanOrEqual(3_660_000);
      expect(at).toBeLessThanOrEqual(3_720_000);
      expect(nextPollAfterOutage(session, 100_000)).toBeLessThanOrEqual(nextPollAt(session, 100_000) ?? 0);
    }
  });

  it('F45 calls a failing hook again ever later, at most an hour', () => {
    expect([1, 2, 3, 11, 12, 40].map((n) => nextHookCallAt(n, 0))).toEqual([
      2_000, 4_000, 8_000, 2_048_000, 3_600_000, 3_600_000,
    ]);
  });

  it.each([
    // As late as an id makes it: not at all, by a tenth, by the most; an id that is none of ours lies in the middle.
    ['0'.repeat(32), 1],
    ['8'.padEnd(32, '0'), 1.1],
    ['f'.repeat(32), 1.2 - 0.2 / 2 ** 32],
    ['not hex', 1.1],
  ])('to the millisecond, for the id %s', (id, late) => {
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    const planned = [
      150_000,
      ...[5, 15, 30].map((n) => n * minute),
      ...[1, 3, 6, 12, 24].map((n) => n * hour),
      ...[2, 3, 4, 5, 6, 7].map((n) => n * day),
    ];
    expect(times({ id, createdAt: 7 }, 7)).toEqual(planned.map((after) => Math.round(7 + after * late)));
    const afterReturn = [2_000, 5_000, 15_000, 30_000, 60_000].map((n) => Math.round(40_000 + n * late));
    expect(times({ id, returnedAt: 40_000 }, 40_000).slice(0, 5)).toEqual(afterReturn);
    expect(times({ id, returnedAt: 40_000 }, 40_000)).toHaveLength(20);
    const session = sessionRecord({ id });
    const soon = Math.round(minute * (1 + (late - 1) * 5));
    // After the week there is no plan, and a gateway that was down is asked all the same.
    expect(nextPollAfterOutage(session, 9 * day)).toBe(9 * day + soon);
    expect(nextPollAfterOutage(session, 2 * hour)).toBe(2 * hour + soon);
    expect(nextPollAfterOutage(session, 149_999)).toBe(Math.round(150_000 * late));
  });

  it('the first of times, where there is one', () => {
    expect(earliest(3, null, 1, 2)).toBe(1);
    expect(earliest(null, 0)).toBe(0);
    expect([earliest(), earliest(null, null)]).toEqual([null, null]);
  });
});
