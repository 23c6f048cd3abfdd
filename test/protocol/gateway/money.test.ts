import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount, sameAmount } from '../../../src/protocol/gateway/money.ts';

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

describe('S29 S120 a sum as the gateway gets it', () => {
  it.each([
    [0n, 'EUR', '0.00'],
    [5n, 'EUR', '0.05'],
    [50n, 'EUR', '0.50'],
    [1_050n, 'EUR', '10.50'],
    [123_456_789n, 'EUR', '1234567.89'],
    ['10', 'EUR', '10.00'],
    ['10.5', 'EUR', '10.50'],
    ['0.05', 'EUR', '0.05'],
    [0n, 'JPY', '0'],
    [1_050n, 'JPY', '1050'],
    ['1050.00', 'JPY', '1050'],
    [5n, 'KWD', '0.005'],
    [123_456n, 'KWD', '123.456'],
  ])('%s in %s is %s', (amount, currency, text) => {
    expect(formatAmount(amount, currency)).toBe(text);
  });

  it('has the decimals of the profile, where it has its own', () => {
    expect(formatAmount(1_050n, 'HUF', { HUF: 0 })).toBe('1050');
    expect(formatAmount(1_050n, 'HUF', { EUR: 0 })).toBe('10.50');
  });

  it('is never below nothing', () => {
    for (const currency of ['EUR', 'JPY']) {
      expect(() => formatAmount(-1n, currency)).toThrow(new RangeError('An amount cannot be negative.'));
    }
  });
});
