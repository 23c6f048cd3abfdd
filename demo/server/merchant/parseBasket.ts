import { SCENARIO_IDS, type ScenarioId } from '../../playground/scenarios/scenarios.ts';
import { LANGUAGES, type Language } from '../../settings/languages.ts';
import { MOST_OF_ONE, PRODUCTS } from './catalogue.ts';

export interface BasketItem {
  sku: string;
  quantity: number;
}

/** What the browser sends as `order`: which basket it is and what lies in it. */
export interface Basket {
  id: string;
  items: readonly BasketItem[];
  demo?: DemoWish;
}

/** What the control room wants to happen to this order, and in whose name it is paid. A real shop has none of it in an order. */
export interface DemoWish {
  scenario: ScenarioId;
  lang: Language;
  /** Whether the customer is signed in. */
  cards: boolean;
}

/** Reads a basket from the browser, as JSON text or as an object; `null` for one that this shop cannot sell. */
export function parseBasket(order: unknown): Basket | null {
  const value = typeof order === 'string' ? parseJson(order) : order;
  if (typeof value !== 'object' || value === null) return null;
  const { id, items, demo } = value as { id?: unknown; items?: unknown; demo?: unknown };
  if (typeof id !== 'string' || !/^[a-z0-9]{6,24}$/.test(id)) return null;
  if (!Array.isArray(items) || items.length === 0 || items.length > PRODUCTS.length) return null;
  const seen = new Set<string>();
  for (const item of items) {
    const known = PRODUCTS.some(({ sku }) => sku === item?.sku) && !seen.has(item.sku);
    if (!known || !Number.isInteger(item.quantity) || item.quantity < 1 || item.quantity > MOST_OF_ONE)
      return null;
    seen.add(item.sku);
  }
  const wish = parseWish(demo);
  return {
    id,
    items: items.map(({ sku, quantity }) => ({ sku, quantity })),
    ...(wish === null ? {} : { demo: wish }),
  };
}

function parseWish(value: unknown): DemoWish | null {
  if (typeof value !== 'object' || value === null) return null;
  const { scenario, lang, cards } = value as Record<string, unknown>;
  const known = SCENARIO_IDS.find((id) => id === scenario);
  if (known === undefined) return null;
  const language = typeof lang === 'string' && Object.hasOwn(LANGUAGES, lang) ? (lang as Language) : 'en';
  return { scenario: known, lang: language, cards: cards === true };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Minor units. */
export function priceOf({ items }: Pick<Basket, 'items'>): bigint {
  return items.reduce((sum, { sku, quantity }) => {
    const product = PRODUCTS.find((candidate) => candidate.sku === sku);
    return sum + (product?.price ?? 0n) * BigInt(quantity);
  }, 0n);
}
