import type { JSX } from 'preact';
import { priceOf } from '../server/merchant/parseBasket.ts';
import { inWords } from './formatMoney.ts';
import { orderOf } from './orderOf.ts';
import type { ShopState } from './shopState.ts';
import { fill, TEXTS } from './texts/texts.ts';

/**
 * A plain link that works without a script; the checkout's script turns it into the Pay button. An inline page needs a place
 * of its own, so there the mark stands on an element into which the script draws button and page.
 */
export function PayLink({ state }: { state: ShopState }): JSX.Element {
  const settings = state.settings.value;
  const { lang, presentation, theme } = settings;
  const order = JSON.stringify(orderOf(state.basket.value, settings));
  const text = fill(TEXTS[lang].pay, { amount: inWords(priceOf(state.basket.value), lang) });
  // The script reads the attributes when it mounts, so other attributes make another element.
  const key = `${presentation} ${theme} ${order}`;
  const marks = {
    id: 'pay',
    'data-hpp-checkout': '',
    'data-order': order,
    'data-presentation': presentation,
    'data-locale': lang,
    'data-theme': theme,
  };
  return presentation === 'inline' ? (
    <div key={key} class="pay-place" data-label={text} {...marks} />
  ) : (
    <a
      key={key}
      class="pay"
      href={`${state.merchantOrigin}/pay?order=${encodeURIComponent(order)}`}
      {...marks}
    >
      {text}
    </a>
  );
}
