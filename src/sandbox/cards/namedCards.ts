import { BANK_CARDS } from './bankCards.ts';

/** The documented test cards that are not simply paid, by what they do. */
export const SPECIAL_CARDS = {
  /** 3-D Secure; approving pays. */
  challenge: '4000000000003220',
  /** 3-D Secure, and declined whatever the customer answers. */
  challengeThenDeclined: '4000008400001629',
  /** 3-D Secure, and the issuer's page breaks. */
  challengeError: '4000008400001280',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  ...BANK_CARDS,
} as const;

/** All documented test cards, by what becomes of a payment with them. */
export const NAMED_CARDS = { paid: '4242424242424242', ...SPECIAL_CARDS } as const;

/** Name of a documented test card. */
export type TestCardName = keyof typeof NAMED_CARDS;

/** A card as a customer types it. */
export interface TypedTestCard {
  number: string;
  /** Default `'Test Customer'`. */
  holderName?: string;
  /** `MM/YYYY`. Default: December in five years. */
  expiry?: string;
  /** Default `'123'`, or `'1234'` for the fifteen digits of American Express. */
  securityCode?: string;
}

/** Which card to pay with: a documented one by name, any by its number, or one typed to the last field. */
export type PayWith = TestCardName | (string & {}) | TypedTestCard;

/**
 * The fields to type for a card.
 * @throws RangeError for a name that no documented card has.
 */
export function cardToType(card: PayWith, now: Date = new Date()): Required<TypedTestCard> {
  const given: TypedTestCard = typeof card === 'string' ? { number: numberOf(card) } : card;
  const number = given.number.replace(/[ -]/g, '');
  return {
    number,
    holderName: given.holderName ?? 'Test Customer',
    expiry: given.expiry ?? `12/${now.getUTCFullYear() + 5}`,
    securityCode: given.securityCode ?? (number.length === 15 ? '1234' : '123'),
  };
}

function numberOf(card: string): string {
  if (Object.hasOwn(NAMED_CARDS, card)) return NAMED_CARDS[card as TestCardName];
  if (/^[\d -]{12,23}$/.test(card)) return card;
  throw new RangeError(
    `card: expected a card number, or one of ${Object.keys(NAMED_CARDS).join(', ')}; got "${card}".`,
  );
}
