import { CURRENCY } from '../merchant/catalogue.ts';

const format = new Intl.NumberFormat('en-IE', { style: 'currency', currency: CURRENCY });

/** Minor units in words for people. */
export function inWords(minor: bigint): string {
  const digits = minor.toString().padStart(3, '0');
  return format.format(`${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral);
}
