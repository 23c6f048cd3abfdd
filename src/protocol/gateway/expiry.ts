import type { CardExpiry } from './transaction.ts';

/** Reads `M/YY`, `MM/YY` and `MM/YYYY` (G15); `null` for anything else. Two digits mean this century. */
export function parseExpiry(text: string): CardExpiry | null {
  const match = /^(\d{1,2})\s*[/-]\s*(\d{2}|\d{4})$/.exec(text.trim());
  if (match === null) return null;
  const month = Number(match[1]);
  const year = Number(match[2]);
  if (month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}
