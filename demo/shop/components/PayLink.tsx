import type { JSX } from 'preact';
import type { ShopState } from '../state/shopState.ts';
import { formatMoney } from '../texts/formatMoney.ts';
import { fill, TEXTS } from '../texts/texts.ts';
import { orderOf } from './orderOf.ts';

/**
 * A plain link that works without a script; the checkout's script turns it into the Pay button. The inline payment page
 * needs an element of its own, into which the script draws both button and page: there the link stands until it has.
 */
export function PayLink({ state }: { state: ShopState }): JSX.Element {
  const { catalogue, basket, settings, merchantOrigin } = state;
  const { lang, presentation, theme } = settings.value;
  const order = JSON.stringify(orderOf(basket.value, settings.value, state.film.value));
  const amount = formatMoney(basket.value.quote.total, catalogue.currency, lang);
  const text = fill(TEXTS[lang].pay, { amount });
  // The script reads the attributes when it mounts, so other attributes make another element.
  const key = `${presentation} ${theme} ${order}`;
  const attributes = {
    id: 'pay',
    'data-hpp-checkout': '',
    'data-order': order,
    'data-presentation': presentation,
    'data-locale': lang,
    'data-theme': theme,
  };
  const link = { class: 'pay', href: `${merchantOrigin}/checkout/pay?order=${encodeURIComponent(order)}` };
  return presentation === 'inline' ? (
    <div key={key} class="pay-inline" data-label={text} {...attributes}>
      <a {...link}>{text}</a>
    </div>
  ) : (
    <a key={key} {...link} {...attributes}>
      {text}
    </a>
  );
}
