import { digitsOf } from './digits.ts';

/** Two-digit month and four-digit year, as the wire has them (S63, S65). */
export interface Expiry {
  expMonth: string;
  expYear: string;
}

/**
 * A typed expiry date: `09/30`, `9 / 2030`, `0930`, `09-30`. A two-digit year is one of this century.
 * `null` when it is not a month and a year.
 */
export function readExpiry(typed: string): Expiry | null {
  const parts = typed.split(/[^\p{Nd}]+/u).flatMap((part) => digitsOf(part) || []);
  const [month, year] = parts.length === 1 ? split(parts[0] as string) : parts;
  if (parts.length > 2 || month === undefined || year === undefined) return null;
  if (!/^(?:0?[1-9]|1[0-2])$/.test(month) || !/^(?:\d{2}|20\d{2})$/.test(year)) return null;
  return { expMonth: month.padStart(2, '0'), expYear: year.length === 2 ? `20${year}` : year };
}

function split(digits: string): [string?, string?] {
  return digits.length === 4 || digits.length === 6 ? [digits.slice(0, 2), digits.slice(2)] : [];
}
