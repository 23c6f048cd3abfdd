import { type ReadonlySignal, signal } from '@preact/signals';
import type { BasketItem, PricedBasket } from '../../wire/basket.ts';
import type { Sku } from '../../wire/catalogue.ts';
import type { FetchQuote } from './fetchQuote.ts';

export interface BasketModel {
  /** What is on screen. It changes when the server has priced the change. */
  basket: ReadonlySignal<PricedBasket>;
  /** Whether the last change could not be priced; then the basket is as it was before. */
  priceFailed: ReadonlySignal<boolean>;
  /** One more (`1`) or one less (`-1`) of what the customer wants by now. */
  changeQuantity(sku: Sku, by: 1 | -1): Promise<void>;
  /** Shows a basket whose price is known already. */
  replace(basket: PricedBasket): void;
  /** Asks for the price of what is in the basket once more. */
  refresh(): Promise<void>;
}

/** A basket that never knows a price by itself: each change is priced by the server first. */
export function createBasket(
  initial: PricedBasket,
  maxQuantity: number,
  fetchQuote: FetchQuote,
): BasketModel {
  const basket = signal(initial);
  const priceFailed = signal(false);
  /** What the customer wants by now; its price may still be on the way. */
  let wanted = initial.items;
  let request = new AbortController();

  async function setItems(items: readonly BasketItem[]): Promise<void> {
    request.abort();
    request = new AbortController();
    const { signal: latest } = request;
    wanted = items;
    try {
      const quote = await fetchQuote(items, latest);
      if (latest.aborted) return;
      basket.value = { id: basket.peek().id, items, quote };
      priceFailed.value = false;
    } catch {
      if (latest.aborted) return;
      wanted = basket.peek().items;
      priceFailed.value = true;
    }
  }

  return {
    basket,
    priceFailed,
    async changeQuantity(sku, by) {
      const quantity = (wanted.find((item) => item.sku === sku)?.quantity ?? 0) + by;
      if (quantity < 0 || quantity > maxQuantity) return;
      const others = wanted.filter((item) => item.sku !== sku);
      await setItems(quantity === 0 ? others : [...others, { sku, quantity }]);
    },
    replace(next) {
      request.abort();
      wanted = next.items;
      basket.value = next;
      priceFailed.value = false;
    },
    refresh: () => setItems(wanted),
  };
}
