import type { PageChoice } from '../hostedPage/hostedPageService.ts';
import { digitsOf } from './digits.ts';
import { readExpiry } from './readExpiry.ts';

/** What stood in the posted form, as far as it may be shown again: never a number, never a security code. */
export interface Entered {
  method: PageChoice['method'];
  holderName: string;
  expiry: string;
  savedCardId: string;
}

/**
 * The customer's choice from the posted form, unchecked: what a card must look like is for the hosted page service to decide.
 * An expiry date that cannot be read arrives there as typed, in place of the month.
 * @returns `null` when the form names no method.
 */
export function readChoice(form: URLSearchParams): { choice: PageChoice; entered: Entered } | null {
  const text = (name: string) => (form.get(name) ?? '').trim();
  const [holderName, expiry, savedCardId] = [text('holderName'), text('expiry'), text('savedCardId')];
  const entered = { holderName: harmless(holderName), expiry: harmless(expiry), savedCardId };
  const method = text('method');
  if (method === 'card' && savedCardId !== '') {
    const choice: PageChoice = {
      method: 'savedCard',
      savedCardId,
      // The form of one press has no such field.
      securityCode: form.has('securityCode') ? digitsOf(text('securityCode')) : null,
    };
    return { choice, entered: { ...entered, method: 'savedCard' } };
  }
  if (method === 'card') {
    const card = {
      holderName,
      number: digitsOf(text('number')),
      ...(readExpiry(expiry) ?? { expMonth: expiry, expYear: '' }),
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

/** A field that may hold a card number, typed into the wrong place, is not shown again. */
function harmless(text: string): string {
  return digitsOf(text).length < 12 ? text : '';
}
