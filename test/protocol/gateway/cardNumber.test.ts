import { describe, expect, it } from 'vitest';
import { looksLikeCardNumber, maskCardNumber } from '../../../src/protocol/gateway/cardNumber.ts';
import { passesLuhn } from '../../../src/protocol/gateway/luhn.ts';

/** A number of so many digits that begins so, and has the right check digit. */
function numberOf(start: string, length: number): string {
  const digits = start.padEnd(length - 1, '0');
  const check = [...'0123456789'].find((digit) => passesLuhn(digits + digit)) ?? '';
  return digits + check;
}

describe('T12 the lengths of card numbers, by how they begin', () => {
  it.each<[start: string, lengths: number[]]>([
    ['1', [15]],
    ['20', []],
    ['21', []],
    ['22', [16, 17, 18, 19]],
    ['27', [16, 17, 18, 19]],
    ['28', []],
    ['2014', [15]],
    ['2149', [15]],
    ['2015', []],
    ['3', [14, 15, 16, 17, 18, 19]],
    ['4', [13, 14, 15, 16, 17, 18, 19]],
    ['5', [13, 14, 15, 16, 17, 18, 19]],
    ['6', [13, 14, 15, 16, 17, 18, 19]],
    ['7', [16, 17, 18, 19]],
    ['8', [16, 17, 18, 19]],
    ['9', [16, 17, 18, 19]],
    ['0', []],
    // Behind a digit that no card begins with.
    ['01', []],
    ['0223', []],
    ['02014', []],
    ['03', []],
    ['04', []],
    ['07', []],
  ])('%s: %j', (start, lengths) => {
    const all = Array.from({ length: 22 }, (_, at) => at + start.length + 1);
    expect(all.filter((length) => looksLikeCardNumber(numberOf(start, length)))).toEqual(lengths);
  });

  it('none with anything but digits, or a wrong check digit', () => {
    expect(looksLikeCardNumber('4111111111111111')).toBe(true);
    for (const text of ['4111111111111112', '411111111111111', '4111-1111-1111-1111', '4abcdefghijklmno', ''])
      expect(looksLikeCardNumber(text)).toBe(false);
  });
});

it.each([
  ['4111111111111111', '411111******1111'],
  ['4111 1111 1111 1111', '411111******1111'],
  ['411111******1111', '411111******1111'],
  ['123456789012', '123456**9012'],
  ['12345678901', '***********'],
  ['1234-5', '1234-5'],
])('T12 %s may be shown as %s', (number, masked) => {
  expect(maskCardNumber(number)).toBe(masked);
});
