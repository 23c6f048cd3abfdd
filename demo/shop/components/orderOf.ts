import type { Settings } from '../../settings/settings.ts';
import type { Basket } from '../../wire/basket.ts';

/** The order that the widget sends: the basket, and what the control room has chosen for it. */
export function orderOf(
  { id, items }: Basket,
  { scenario, lang, cards, theme, name, accent, logo }: Settings,
  film: boolean,
): Required<Basket> {
  return { id, items, demo: { scenario, lang, cards, theme, brand: { name, accent, logo }, film } };
}
