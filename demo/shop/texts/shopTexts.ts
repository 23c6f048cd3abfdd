import type { Sku } from '../../server/merchant/catalogue.ts';

/** What a customer is told about an outcome. */
export interface OutcomeText {
  title: string;
  text: string;
}

/** Every sentence of the shop. `{…}` is filled in. */
export interface ShopTexts {
  tagline: string;
  demoBadge: string;
  lead: string;
  leadText: string;
  shelf: string;
  add: string;
  basket: string;
  empty: string;
  less: string;
  more: string;
  quantity: string;
  goods: string;
  delivery: string;
  free: string;
  total: string;
  taxes: string;
  pay: string;
  reassurance: string;
  signedIn: string;
  newBasket: string;
  testCards: string;
  testCardsHint: string;
  controlRoom: string;
  products: Record<Sku, { name: string; note: string }>;
  cards: Record<'paid' | 'challenge' | 'declined' | 'noFunds', string>;
  outcomes: Record<'completed' | 'failed' | 'pending' | 'closed' | 'expired' | 'error', OutcomeText>;
}
