import { describe, expect, it } from 'vitest';
import { parseAmount, sameAmount } from '../../../src/protocol/gateway/money.ts';

describe('T2 two sums', () => {
  it.each([
    ['10', '10.00', 'EUR'],
    ['10.0', '10.000', 'EUR'],
    ['500', '500.00', 'JPY'],
    ['1.5', '1.500', 'KWD'],
    ['010.00', '10', 'EUR'],
  ])('%s is %s in %s', (a, b, currency) => {
    expect(sameAmount(a, b, currency)).toBe(true);
    expect(sameAmount(b, a, currency)).toBe(true);
  });

  it.each([
    ['10.00', '10.01', 'EUR'],
    ['10', '100', 'EUR'],
    ['1.5', '1.501', 'KWD'],
    // No amounts, so not the same as themselves.
    ['1e1', '1e1', 'EUR'],
    ['10,00', '10,00', 'EUR'],
    ['-10', '-10', 'EUR'],
    ['', '', 'EUR'],
    ['10.001', '10.001', 'EUR'],
    ['10', '10', 'XXZ'],
  ])('%s is not %s in %s', (a, b, currency) => {
    expect(sameAmount(a, b, currency)).toBe(false);
    expect(sameAmount(b, a, currency)).toBe(false);
  });

  it("are compared by a profile's own decimals", () => {
    expect(sameAmount('10.50', '10.5', 'HUF', { HUF: 2 })).toBe(true);
    expect(sameAmount('10.50', '10.5', 'HUF', { HUF: 0 })).toBe(false);
  });
});

it.each(['1e1', '10,00', '', '-1', ' 1', 'ten', '.5', '5.', 10, null])(
  '%j is no amount, which a RangeError says',
  (amount) => {
    expect(() => parseAmount(amount as string, 'EUR')).toThrow(
      new RangeError(
        `"${amount}" is not an amount: expected digits with an optional point, such as "10.50".`,
      ),
    );
  },
);
