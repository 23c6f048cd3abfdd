import { cardNumber } from 'card-validator/dist/card-number';
import type { FieldProblem } from '../../hostedPage/hostedPageService.ts';
import { digitsOf } from '../digits.ts';
import { readExpiry } from '../readExpiry.ts';
import { brandOf } from './brandOf.ts';

export type FieldName = FieldProblem['field'];
export type Typed = Readonly<Record<FieldName, string>>;

const CHECKS: Readonly<Record<FieldName, (typed: Typed, today: Date) => string | null>> = {
  number: ({ number }) =>
    cardNumber(digitsOf(number), { luhnValidateUnionPay: true }).isValid ? null : 'wrong',
  expiry: ({ expiry }, today) => {
    const read = readExpiry(expiry);
    if (read === null) return 'wrong';
    // A card is good to the end of its month.
    return new Date(Number(read.expYear), Number(read.expMonth), 1) <= today ? 'past' : null;
  },
  securityCode: ({ number, securityCode }) => {
    const expected = brandOf(digitsOf(number))?.securityCodeDigits;
    const { length } = digitsOf(securityCode);
    return (expected === undefined ? length === 3 || length === 4 : length === expected) ? null : 'wrong';
  },
  holderName: ({ holderName }) =>
    holderName.trim().length >= 2 && digitsOf(holderName).length < 12 ? null : 'wrong',
};

/** What is wrong with one field, so that the customer need not wait for the server to hear it. */
export function checkField(field: FieldName, typed: Typed, today: Date): FieldProblem | null {
  const code = typed[field].trim() === '' ? 'missing' : CHECKS[field](typed, today);
  return code === null ? null : { field, code };
}
