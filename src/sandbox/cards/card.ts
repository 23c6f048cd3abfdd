import type { CardBehaviour } from './testCards.ts';

/** A card as the customer or the merchant gave it: the one shape with secrets. It lives for one call and is never kept. */
export interface FullCard {
  number: string;
  /** `null` where none was given. */
  securityCode: string | null;
  expMonth: string;
  expYear: string;
  holderName: string;
}

/** What is kept of a card: nothing from which its number could be read. */
export interface KnownCard {
  maskedNumber: string;
  brand: string;
  /** `MM/YYYY`. */
  expiry: string;
  holderName: string;
  /** Alpha-3. */
  country: string;
  /** Keyed hash of the number: finds the same card again, and reveals nothing without the key. */
  fingerprint: string;
  behaviour: CardBehaviour;
}

/** Whether a card is good to the end of its month. */
export function isExpired(expiry: string, now: number): boolean {
  const [month, year] = expiry.split('/').map(Number) as [number, number];
  return now >= Date.UTC(year, month, 1);
}
