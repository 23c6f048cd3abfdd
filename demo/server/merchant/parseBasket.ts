import { readBrand } from '../../settings/brand.ts';
import { LANGUAGES, type Language } from '../../settings/languages.ts';
import { SCENARIO_IDS } from '../../settings/scenarioIds.ts';
import { THEMES } from '../../settings/settings.ts';
import type { Basket, BasketItem, DemoOptions } from '../../wire/basket.ts';
import { MAX_QUANTITY, SKUS } from './catalogue.ts';

/** Reads a basket from the browser, as JSON text or as an object; `null` for one that this shop cannot sell. */
export function parseBasket(order: unknown): Basket | null {
  const value = typeof order === 'string' ? parseJson(order) : order;
  if (typeof value !== 'object' || value === null) return null;
  const { id, items, demo } = value as { id?: unknown; items?: unknown; demo?: unknown };
  if (typeof id !== 'string' || !/^[a-z0-9]{6,24}$/.test(id)) return null;
  const known = parseItems(items);
  if (known === null || known.length === 0) return null;
  const options = parseDemoOptions(demo);
  return { id, items: known, ...(options === null ? {} : { demo: options }) };
}

/** Reads what lies in a basket, as JSON text or as an array; `null` when something is not in the catalogue. */
export function parseItems(value: unknown): readonly BasketItem[] | null {
  const items = typeof value === 'string' ? parseJson(value) : value;
  if (!Array.isArray(items) || items.length > SKUS.length) return null;
  const found: BasketItem[] = [];
  for (const item of items) {
    const sku = SKUS.find((known) => known === item?.sku);
    if (sku === undefined || found.some((earlier) => earlier.sku === sku)) return null;
    const { quantity } = item;
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY) return null;
    found.push({ sku, quantity });
  }
  return found;
}

function parseDemoOptions(value: unknown): DemoOptions | null {
  if (typeof value !== 'object' || value === null) return null;
  const { scenario, lang, cards, theme, brand, film } = value as Record<string, unknown>;
  const known = SCENARIO_IDS.find((id) => id === scenario);
  if (known === undefined) return null;
  const language = typeof lang === 'string' && Object.hasOwn(LANGUAGES, lang) ? (lang as Language) : 'en';
  return {
    scenario: known,
    lang: language,
    cards: cards === true,
    theme: THEMES.find((name) => name === theme) ?? 'auto',
    brand: readBrand(Object(brand)),
    film: film === true,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
