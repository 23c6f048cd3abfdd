import type { Outcome } from 'hpp-checkout';
import type { Sku } from '../../wire/catalogue.ts';

/** How a checkout ended; `error`: there was no page to pay on. */
export type ShopOutcome = Outcome | 'error';

/** What the customer reads about an outcome. */
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
  productList: string;
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
  priceFailed: string;
  pay: string;
  reassurance: string;
  signedIn: string;
  newBasket: string;
  testCards: string;
  testCardsHint: string;
  controlRoom: string;
  /** The page after a payment. */
  thanks: {
    order: string;
    parcel: string;
    /** What happens to a parcel: paid, being packed, on its way. */
    steps: readonly string[];
    arrives: string;
    receipt: string;
    paid: string;
    print: string;
  };
  products: Record<Sku, { name: string; note: string }>;
  cards: Record<'paid' | 'challenge' | 'declined' | 'noFunds', string>;
  outcomes: Record<ShopOutcome, OutcomeText>;
}
