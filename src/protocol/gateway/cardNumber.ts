import { passesLuhn } from './luhn.ts';

/** A card number as it may be shown: first six and last four digits. What is masked already stays as it is. */
export function maskCardNumber(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (digits.length < 12) return digits.length === number.length ? '*'.repeat(digits.length) : number;
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}

/*
 * Lengths of card numbers by how they begin. A check digit alone would take one number in ten for a card:
 * times in milliseconds (13 digits, `1…`) and stamps such as `20261121134928` must not be among them (T12).
 */
const CARD_SHAPES: readonly RegExp[] = [
  /^1\d{14}$/, // UATP
  /^2[2-7]\d{14,17}$/,
  /^(?:2014|2149)\d{11}$/,
  /^3\d{13,18}$/,
  /^[456]\d{12,18}$/,
  /^[789]\d{15,18}$/,
];

/** Whether plain digits look like a whole card number: a known beginning, its length, the check digit. */
export function looksLikeCardNumber(digits: string): boolean {
  return CARD_SHAPES.some((shape) => shape.test(digits)) && passesLuhn(digits);
}
