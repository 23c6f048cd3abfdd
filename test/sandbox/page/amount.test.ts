import { describe, expect, it } from 'vitest';
import { showAmount } from '../../../src/sandbox/page/amount.ts';

/** Without the spaces that languages differ in. */
const plain = (text: string) => text.replace(/[\s\u00a0\u200f\u200e\u061c]/g, '');

describe('an amount on the page', () => {
  it('T52 has the decimals of ISO 4217 where Intl has others', () => {
    expect(plain(showAmount('1000.50', 'HUF', 'en'))).toBe('HUF1,000.50');
    expect(plain(showAmount('1000', 'JPY', 'en'))).toBe('¥1,000');
    expect(plain(showAmount('1.234', 'KWD', 'en'))).toBe('KWD1.234');
    expect(plain(showAmount('7', 'ISK', 'en'))).toBe('ISK7');
  });

  it('is exact where a float is not', () => {
    expect(plain(showAmount('999999999999.99', 'EUR', 'en'))).toBe('€999,999,999,999.99');
    expect(plain(showAmount('1.005', 'KWD', 'en'))).toBe('KWD1.005');
  });

  it('is written the language’s way, in Latin digits', () => {
    expect(plain(showAmount('1234.5', 'EUR', 'de'))).toBe('1.234,50€');
    expect(plain(showAmount('1234.5', 'EUR', 'ar'))).toContain('1,234.50');
  });

  it('shows a currency that ISO does not know as it came', () => {
    expect(showAmount('5.00', 'ZZZ', 'en')).toBe('5.00 ZZZ');
  });
});
