import type { Signal } from '@preact/signals';
import type { Sku } from '../server/merchant/catalogue.ts';
import type { Basket } from '../server/merchant/parseBasket.ts';
import type { Settings } from '../settings/settings.ts';

/** What the checkout told the shop. */
export interface Told {
  outcome: 'completed' | 'failed' | 'pending' | 'closed' | 'expired' | 'error';
}

export interface ShopState {
  basket: Signal<Basket>;
  settings: Signal<Settings>;
  /** The last outcome that the checkout told, until the next click. */
  told: Signal<Told | null>;
  merchantOrigin: string;
  gatewayOrigin: string;
  /** Whether there is a way to the control room. */
  alone: boolean;
  setQuantity(sku: Sku, quantity: number): void;
  startAgain(): void;
}
