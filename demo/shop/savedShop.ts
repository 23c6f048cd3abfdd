import type { Settings } from '../settings/settings.ts';
import type { PricedBasket } from '../wire/basket.ts';
import { storedValue } from './storedValue.ts';

/** What a reload keeps. */
export interface SavedShop {
  basket: PricedBasket;
  settings: Settings;
}

export const savedShop = storedValue<SavedShop>('morrow-shop');
