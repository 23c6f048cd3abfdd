import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Settings } from '../../settings/settings.ts';
import type { PricedBasket } from '../../wire/basket.ts';
import type { Catalogue, Sku } from '../../wire/catalogue.ts';
import type { ShopOutcome } from '../texts/shopTexts.ts';
import type { SavedShop } from './savedShop.ts';

/** What the shop's page shows, and what its buttons do. */
export interface ShopState {
  catalogue: Catalogue;
  basket: ReadonlySignal<PricedBasket>;
  /** Whether the server could not price the last change of the basket. */
  priceFailed: ReadonlySignal<boolean>;
  settings: Signal<Settings>;
  /** Whether the control room plays its film, which pays by itself. */
  film: Signal<boolean>;
  /** How the last checkout of this basket ended; `null` while one is open, or before the first. */
  outcome: Signal<ShopOutcome | null>;
  /** Of the order that was paid; `null` until the checkout has told it. */
  orderReference: Signal<string | null>;
  merchantOrigin: string;
  /** Whether to show a link to the control room. */
  standalone: boolean;
  addOne(sku: Sku): void;
  removeOne(sku: Sku): void;
  /** A new basket, as a new customer has it. */
  startAgain(): void;
  /** Shows what was saved before a reload. */
  restore(saved: Pick<SavedShop, 'basket' | 'outcome' | 'orderReference'>): void;
}
