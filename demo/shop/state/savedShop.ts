import type { Settings } from '../../settings/settings.ts';
import type { PricedBasket } from '../../wire/basket.ts';
import type { ShopOutcome } from '../texts/shopTexts.ts';
import { storedValue } from './storedValue.ts';

/** What a reload keeps. */
export interface SavedShop {
  basket: PricedBasket;
  /** How the last checkout of this basket ended. */
  outcome: ShopOutcome | null;
  orderReference?: string | null;
  settings: Settings;
}

export const savedShop = storedValue<SavedShop>('morrow-shop');
