import { data } from 'currency-codes';
import { describe, expect, it } from 'vitest';
import { CURRENCY_DECIMALS } from '../../../src/protocol/gateway/currencies.ts';

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
