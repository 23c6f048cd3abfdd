import type { Settings } from '../settings/settings.ts';
import type { PricedBasket } from './basket.ts';
import type { Catalogue } from './catalogue.ts';

/** What the server writes into the shop's page for its script, as JSON in the element `#page`. */
export interface ShopPageData {
  catalogue: Catalogue;
  /** What a new customer's basket holds. */
  basket: PricedBasket;
  settings: Settings;
  /** Origin of the merchant's server. */
  merchantOrigin: string;
  gatewayOrigin: string;
  /** Whether the page stands in no frame: then it shows a link to the control room. */
  standalone: boolean;
}
