import { signal } from '@preact/signals';
import type { Sku } from '../../wire/catalogue.ts';
import type { ShopPageData } from '../../wire/shopPage.ts';
import type { ShopOutcome } from '../texts/shopTexts.ts';
import { createBasket } from './createBasket.ts';
import { quoteFetcher } from './fetchQuote.ts';
import { newBasketId } from './newBasketId.ts';
import type { ShopState } from './shopState.ts';

/** The state of the shop's page as the server has written it. Touches nothing of a browser before a button is pressed. */
export function createShopState(page: ShopPageData): ShopState {
  const { catalogue, merchantOrigin, standalone } = page;
  const model = createBasket(page.basket, catalogue.maxQuantity, quoteFetcher(merchantOrigin));
  const outcome = signal<ShopOutcome | null>(null);
  const orderReference = signal<string | null>(null);

  function change(sku: Sku, by: 1 | -1): void {
    outcome.value = null;
    void model.changeQuantity(sku, by);
  }
  return {
    catalogue,
    basket: model.basket,
    priceFailed: model.priceFailed,
    settings: signal(page.settings),
    film: signal(false),
    outcome,
    orderReference,
    merchantOrigin,
    standalone,
    addOne: (sku) => change(sku, 1),
    removeOne: (sku) => change(sku, -1),
    startAgain() {
      outcome.value = null;
      model.replace({ ...page.basket, id: newBasketId() });
    },
    restore(saved) {
      // A basket that was paid, or may still be, is not the customer's to pay again. After other outcomes it is.
      if (saved.outcome === 'completed' || saved.outcome === 'pending') outcome.value = saved.outcome;
      orderReference.value = saved.orderReference ?? null;
      // Shown at once, since the customer may press Pay at once. The saved price is only as good as the last visit.
      model.replace(saved.basket);
      void model.refresh();
    },
  };
}
