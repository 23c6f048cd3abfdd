import type { Settings } from '../../settings/settings.ts';
import type { Basket } from '../../wire/basket.ts';

/** The order that the widget sends: the basket, and which scenario the control room has chosen for it. */
export function orderOf(
  { id, items }: Basket,
  { scenario, lang, cards }: Pick<Settings, 'scenario' | 'lang' | 'cards'>,
): Required<Basket> {
  return { id, items, demo: { scenario, lang, cards } };
}
