import type { OrderFacts } from 'hpp-checkout/server';
import type { ScenarioId } from '../../settings/scenarioIds.ts';
import type { Theme } from '../../settings/settings.ts';
import { CURRENCY } from './catalogue.ts';
import { orderReferenceOf } from './orderReference.ts';
import { parseBasket } from './parseBasket.ts';
import { linesOf, totalOf } from './prices.ts';

/** Instructions that the sandbox reads from `UDF.sandbox`: what it does with this transaction's notification. */
const NOTIFICATION_INSTRUCTIONS: Partial<Record<ScenarioId, string>> = {
  late: 'late:20',
  doubled: 'duplicate',
  lost: 'drop',
};

/** Prices a basket from our own catalogue; `null` for one that this shop cannot sell. */
export function resolveOrder(order: unknown): OrderFacts | null {
  const basket = parseBasket(order);
  if (basket === null) return null;
  const { scenario = 'paid', lang = 'en', cards = false, theme = 'auto', brand, film } = basket.demo ?? {};
  const instruction = NOTIFICATION_INSTRUCTIONS[scenario];
  return {
    orderReference: orderReferenceOf(basket),
    amount: totalOf(basket.items),
    currency: CURRENCY,
    language: lang,
    items: linesOf(basket.items),
    // Passed back with the notification. The sandbox reads `sandbox`, `withScenarios` reads `scenario`, the demo's gateway the rest.
    udf: {
      scenario,
      ...(brand === undefined || brand.name === '' ? {} : { shop: brand.name }),
      ...(film ? { film: 'on' } : {}),
      ...(instruction === undefined ? {} : { sandbox: instruction }),
    },
    client: {
      firstName: 'Ada',
      lastName: 'Morrow',
      email: 'ada@example.com',
      country: 'MLT',
      ...(cards ? { clientAccount: 'customer-1' } : {}),
    },
    configuration: {
      profile: profileOf(theme, brand?.accent ?? ''),
      showSavedCards: cards,
      cardHolderNameEdit: true,
    },
  };
}

/** The hosted page's looks, by the words that this gateway's profiles are named with. */
function profileOf(theme: Theme, accent: string): string {
  return ['paper', ...(theme === 'auto' ? [] : [theme]), ...(accent === '' ? [] : [accent])].join(' ');
}
