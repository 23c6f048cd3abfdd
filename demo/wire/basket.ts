import type { Brand } from '../settings/brand.ts';
import type { Language } from '../settings/languages.ts';
import type { ScenarioId } from '../settings/scenarioIds.ts';
import type { Theme } from '../settings/settings.ts';
import type { AmountText, Sku } from './catalogue.ts';

export interface BasketItem {
  sku: Sku;
  quantity: number;
}

/** What the browser sends as `order`: which basket it is and what lies in it. Only the server knows the price. */
export interface Basket {
  id: string;
  items: readonly BasketItem[];
  demo?: DemoOptions;
}

/** What the control room has chosen for this order: scenario, who pays, and whose shop it is. A real shop has none of it in an order. */
export interface DemoOptions {
  scenario: ScenarioId;
  lang: Language;
  /** Whether the customer is signed in. */
  cards: boolean;
  theme: Theme;
  brand: Brand;
  /** Whether a film pays, which the demo's gateway then lets type on its page. */
  film: boolean;
}

/** What a basket costs: the answer of `GET /quote`. */
export interface Quote {
  lines: readonly { sku: Sku; amount: AmountText }[];
  total: AmountText;
}

/** A basket with its own price. They change together, so that a page never shows the price of another basket. */
export interface PricedBasket {
  id: string;
  items: readonly BasketItem[];
  quote: Quote;
}
