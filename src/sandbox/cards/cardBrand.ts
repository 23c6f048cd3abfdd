/** The scheme's name as notifications carry it (`CardType`, S177), by how the number begins. */
export function cardBrand(number: string): string {
  const first = (digits: number) => Number(number.slice(0, digits));
  if (number.startsWith('4')) return 'VISA';
  if (/^3[47]/.test(number)) return 'AMEX';
  if (/^5[1-5]/.test(number) || (first(4) >= 2221 && first(4) <= 2720)) return 'MASTERCARD';
  if (/^3(?:0[0-5]|[689])/.test(number)) return 'DINERS';
  if (/^35(?:2[89]|[3-8])/.test(number)) return 'JCB';
  if (/^(?:6011|64[4-9]|65)/.test(number)) return 'DISCOVER';
  if (/^62/.test(number)) return 'UNIONPAY';
  if (/^(?:5[06-9]|6)/.test(number)) return 'MAESTRO';
  return 'UNKNOWN';
}

/** American Express prints four digits, the others three. */
export function securityCodeDigits(brand: string): number {
  return brand === 'AMEX' ? 4 : 3;
}
