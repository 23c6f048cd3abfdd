import { MOST_OF_ONE, PRODUCTS } from './catalogue.ts';

/** What the browser sends as `order`: which basket it is and what lies in it. */
export interface Basket {
  id: string;
  items: readonly { sku: string; quantity: number }[];
}

/** Reads a basket from the browser; `null` for one that this shop cannot sell. */
export function parseBasket(value: unknown): Basket | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, items } = value as { id?: unknown; items?: unknown };
  if (typeof id !== 'string' || !/^[a-z0-9]{6,24}$/.test(id)) return null;
  if (!Array.isArray(items) || items.length === 0 || items.length > PRODUCTS.length) return null;
  const seen = new Set<string>();
  for (const item of items) {
    const known = PRODUCTS.some(({ sku }) => sku === item?.sku) && !seen.has(item.sku);
    if (!known || !Number.isInteger(item.quantity) || item.quantity < 1 || item.quantity > MOST_OF_ONE)
      return null;
    seen.add(item.sku);
  }
  return { id, items: items.map(({ sku, quantity }) => ({ sku, quantity })) };
}

/** Minor units. */
export function priceOf(basket: Basket): bigint {
  return basket.items.reduce((sum, { sku, quantity }) => {
    const product = PRODUCTS.find((candidate) => candidate.sku === sku);
    return sum + (product?.price ?? 0n) * BigInt(quantity);
  }, 0n);
}
