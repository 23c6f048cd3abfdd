import type { BasketItem, Quote } from '../../wire/basket.ts';

export type FetchQuote = (items: readonly BasketItem[], signal: AbortSignal) => Promise<Quote>;

/** Asks the merchant's server what the items cost. A plain GET, which needs no preflight request. */
export function quoteFetcher(merchantOrigin: string): FetchQuote {
  return async (items, signal) => {
    const query = new URLSearchParams({ items: JSON.stringify(items) });
    const response = await fetch(`${merchantOrigin}/quote?${query}`, { signal });
    if (!response.ok) throw new Error(`The price could not be asked: ${response.status}.`);
    return await response.json();
  };
}
