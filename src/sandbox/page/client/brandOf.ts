import creditCardType from 'credit-card-type';

export interface Brand {
  name: string;
  gaps: readonly number[];
  longest: number;
  securityCodeDigits: number;
}

const SHORT: Readonly<Record<string, string>> = { 'American Express': 'Amex', 'Diners Club': 'Diners' };

/** The brand of a card by its first digits, as soon as only one is left. */
export function brandOf(digits: string): Brand | undefined {
  const found = digits === '' ? [] : creditCardType(digits);
  const only = found.length === 1 ? found[0] : undefined;
  return (
    only && {
      name: SHORT[only.niceType] ?? only.niceType,
      gaps: only.gaps,
      longest: Math.max(...only.lengths),
      securityCodeDigits: only.code.size,
    }
  );
}
