import type { PageChoice } from './desk.ts';
import { digitsOf } from './digits.ts';
import { readExpiry } from './readExpiry.ts';

/** What the posted form said, as far as it may be shown again: never a number, never a security code. */
export interface Entered {
  method: PageChoice['method'];
  holderName: string;
  expiry: string;
  savedCardId: string;
}

/**
 * The customer's choice from the posted form, unchecked: what a card must look like is decided behind the desk.
 * An expiry date that cannot be read arrives there as two empty strings.
 * @returns `null` when the form names no method.
 */
export function readChoice(form: URLSearchParams): { choice: PageChoice; entered: Entered } | null {
  const text = (name: string) => (form.get(name) ?? '').trim();
  const entered = {
    holderName: text('holderName'),
    expiry: text('expiry'),
    savedCardId: text('savedCardId'),
  };
  const method = text('method');
  if (method === 'card' && entered.savedCardId !== '') {
    const choice: PageChoice = {
      method: 'savedCard',
      savedCardId: entered.savedCardId,
      securityCode: digitsOf(text('securityCode')),
    };
    return { choice, entered: { ...entered, method: 'savedCard' } };
  }
  if (method === 'card') {
    const card = {
      holderName: entered.holderName,
      number: digitsOf(text('number')),
      ...(readExpiry(entered.expiry) ?? { expMonth: '', expYear: '' }),
      securityCode: digitsOf(text('securityCode')),
    };
    return { choice: { method, card }, entered: { ...entered, method } };
  }
  if (method === 'bank') return { choice: { method, bank: text('bank') }, entered: { ...entered, method } };
  if (method === 'wallet' || method === 'voucher') {
    return { choice: { method }, entered: { ...entered, method } };
  }
  return null;
}
