import type { OrderFacts } from 'hpp-checkout/server';
import { CURRENCY } from './catalogue.ts';
import { orderReferenceOf } from './orderReference.ts';
import { type DemoWish, parseBasket, priceOf } from './parseBasket.ts';

/** Words that the sandbox understands in `UDF.sandbox`: what it does with this transaction's notification. */
const NOTIFICATION_WORDS: Partial<Record<DemoWish['scenario'], string>> = {
  late: 'late:20',
  doubled: 'duplicate',
  lost: 'drop',
};

/** Prices a basket from our own catalogue; `null` for one that this shop cannot sell. */
export function resolveOrder(order: unknown): OrderFacts | null {
  const basket = parseBasket(order);
  if (basket === null) return null;
  const { scenario = 'paid', lang = 'en', cards = false } = basket.demo ?? {};
  const word = NOTIFICATION_WORDS[scenario];
  return {
    orderReference: orderReferenceOf(basket),
    amount: priceOf(basket),
    currency: CURRENCY,
    language: lang,
    // Passed back with the notification; the sandbox reads `sandbox`, `stageScenarios` reads `scenario`.
    udf: { scenario, ...(word === undefined ? {} : { sandbox: word }) },
    client: {
      firstName: 'Ada',
      lastName: 'Morrow',
      email: 'ada@example.com',
      country: 'MLT',
      ...(cards ? { clientAccount: 'customer-1' } : {}),
    },
    configuration: { profile: 'paper', showSavedCards: cards, cardHolderNameEdit: true },
  };
}
