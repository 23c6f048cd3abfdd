import { data } from 'currency-codes';
import { describe, expect, it } from 'vitest';
import { CURRENCY_DECIMALS } from '../../../src/protocol/gateway/currencies.ts';
import { formatAmount, parseAmount } from '../../../src/protocol/gateway/money.ts';

/** Metals, bond units, test codes and "no currency": nobody pays in them. */
const NO_MONEY = new Set([
  'XAG',
  'XAU',
  'XBA',
  'XBB',
  'XBC',
  'XBD',
  'XDR',
  'XPD',
  'XPT',
  'XSU',
  'XTS',
  'XUA',
  'XXX',
]);

describe('T52 the table of decimals', () => {
  it('is ISO 4217, as the package of its list has it', () => {
    const iso = data.filter(({ code }) => !NO_MONEY.has(code)).map(({ code, digits }) => [code, digits]);
    expect(Object.fromEntries(CURRENCY_DECIMALS)).toEqual(Object.fromEntries(iso));
  });

  it('differs from Intl where Intl is wrong', () => {
    const digits = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    expect(digits('HUF')).toBe(0);
    expect(CURRENCY_DECIMALS.get('HUF')).toBe(2);
  });
});

describe('T52 money stays what it is', () => {
  it('1,000 amounts of every currency, from minor units to text and back', () => {
    for (const [currency, decimals] of CURRENCY_DECIMALS) {
      let minor = 1n;
      for (let n = 0; n < 1_000; n++) {
        const text = formatAmount(minor, currency);
        const isSame = parseAmount(text, currency) === minor && formatAmount(text, currency) === text;
        // `expect` for each of 160,000 takes seconds.
        if (!isSame || (text.split('.')[1]?.length ?? 0) !== decimals) {
          expect([currency, text]).toEqual([currency, String(minor)]);
        }
        // All lengths up to what an amount may have, with every digit in every place.
        minor = (minor * 7_919n + BigInt(n)) % 10n ** BigInt(1 + (n % (12 + decimals)));
      }
    }
  });
});
