import { brandOf } from './brandOf.ts';

/** A card number in the groups that its brand prints on the card, no longer than the brand's longest. */
export function groupNumber(digits: string): string {
  const brand = brandOf(digits);
  const kept = digits.slice(0, brand?.longest ?? 19);
  const gaps = brand?.gaps ?? [4, 8, 12, 16];
  return [...kept].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('');
}

/** `MM / YY`, or `MM / YYYY` when four digits of the year are given; `5` can only be `05`. */
export function groupExpiry(digits: string): string {
  const full = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  if (full.length < 2) return full;
  return `${full.slice(0, 2)} / ${full.slice(2, 6)}`;
}
