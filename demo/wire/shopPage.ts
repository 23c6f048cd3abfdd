import type { Basket } from '../server/merchant/parseBasket.ts';
import type { Settings } from '../settings/settings.ts';

/** What the server tells the page; the island `#page` carries it to the browser. */
export interface Page {
  basket: Basket;
  settings: Settings;
  /** Origin of the merchant's server. */
  merchantOrigin: string;
  gatewayOrigin: string;
  /** Whether no control room stands around it yet: then there is a way to one. */
  alone: boolean;
}

export const DEFAULT_ITEMS: Basket['items'] = [
  { sku: 'kettle', quantity: 1 },
  { sku: 'dripper', quantity: 1 },
  { sku: 'beans', quantity: 2 },
];
