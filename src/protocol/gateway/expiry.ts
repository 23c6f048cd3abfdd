import type { CardExpiry } from './transaction.ts';

/** Month first, year first, or a whole date. Six digits cannot be both: no year begins with the number of a month. */
const FORMS = [
  /^(?<month>\d{1,2})\s*[/-]\s*(?<year>\d{2}|\d{4})$/,
  /^(?<year>\d{4})\s*[/-]\s*(?<month>\d{1,2})(?:[/-]\d{1,2}(?:T.*)?)?$/,
  /^(?<month>0[1-9]|1[0-2])(?<year>20\d{2})$/,
  /^(?<year>20\d{2})(?<month>0[1-9]|1[0-2])$/,
];

/**
 * Reads `M/YY`, `MM/YY`, `MM/YYYY`, `YYYY-MM`, `MMYYYY`, `YYYYMM` and `YYYY-MM-DD` (G15); `null` for anything else, such as
 * four digits, which may be `MMYY` or `YYMM`. Two digits of a year mean this century.
 */
export function parseExpiry(text: string): CardExpiry | null {
  for (const form of FORMS) {
    const { month, year } = form.exec(text.trim())?.groups ?? {};
    if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) continue;
    return { month: Number(month), year: Number(year.length === 2 ? `20${year}` : year) };
  }
  return null;
}
