import type { Basket } from '../server/merchant/parseBasket.ts';
import type { Settings } from '../settings/settings.ts';

/** The order that the widget sends: the basket, and what the control room wishes to see happen to it. */
export function orderOf({ id, items }: Basket, { scenario, lang, cards }: Settings): Required<Basket> {
  return { id, items, demo: { scenario, lang, cards } };
}
