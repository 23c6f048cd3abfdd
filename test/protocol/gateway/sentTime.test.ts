import { describe, expect, it } from 'vitest';
import { sentTime } from '../../../src/protocol/gateway/sentTime.ts';

const AT = Date.parse('2026-11-21T13:49:28.250Z');
const SECOND = Date.parse('2026-11-21T13:49:28Z');

describe('N18 a time of sending', () => {
  it.each([
    [AT, AT],
    [`${AT}`, AT],
    [` ${AT}\n`, AT],
    [`${SECOND / 1000}`, SECOND],
    [AT / 1000, AT],
    // Beyond 2^53, where a number loses its last digits, which are nanoseconds.
    [AT * 1e6, AT],
    [`${SECOND / 1000}.25`, AT],
    [`${SECOND / 1000}.250000001`, AT],
    [`${AT}250`, AT],
    [`${AT}250750`, AT],
    ['0', 0],
    ['100000000000', 100_000_000_000],
    ['99999999999', 99_999_999_999_000],
    ['100000000000000', 100_000_000_000],
    ['100000000000000000', 100_000_000_000],
    ['2026-11-21T13:49:28.250Z', AT],
    ['2026-11-21 13:49:28.250Z', AT],
    ['2026-11-21t13:49:28.250z', AT],
    ['2026-11-21T15:49:28.250+02:00', AT],
    ['2026-11-21T15:49:28.25+0200', AT],
    ['2026-11-21T13:49:28Z', SECOND],
    ['2026-11-21T13:49Z', Date.parse('2026-11-21T13:49:00Z')],
  ])('%j', (value, ms) => {
    expect(sentTime(value, 'auto')?.getTime()).toBe(ms);
  });

  it.each([
    [undefined],
    [null],
    [''],
    [{}],
    [true],
    [-1],
    ['-1'],
    ['1e12'],
    ['0x10'],
    ['12 34'],
    ['12345678901234567890'],
    ['1.'],
    ['1.1234567890'],
    ['1.2.3'],
    ['x1'],
    ['1x'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['2026-11-21T13:49:28'],
    ['2026-11-21'],
    ['2026-13-41T13:49:28Z'],
    ['at 2026-11-21T13:49:28Z'],
    ['2026-11-21T13:49:28Z!'],
    ['2026-11-21T13:49:28Z (UTC)'],
    // JavaScript would read it.
    ['+002026-11-21T13:49:28Z'],
  ])('%j has no plain meaning', (value) => {
    expect(sentTime(value, 'auto')).toBeUndefined();
  });

  it('a number is of the unit that the profile names, or of none', () => {
    expect(sentTime(AT, 'ms')?.getTime()).toBe(AT);
    expect(sentTime(AT, 's')).toBeUndefined();
    expect(sentTime(SECOND / 1000, 's')?.getTime()).toBe(SECOND);
    expect(sentTime(SECOND / 1000, 'ms')).toBeUndefined();
    expect(sentTime(`${AT}000`, 'ms')).toBeUndefined();
    expect(sentTime('2026-11-21T13:49:28.250Z', 's')?.getTime()).toBe(AT);
  });
});
