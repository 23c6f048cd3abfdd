import type { JSX } from 'preact';
import type { BasketItem } from '../../wire/basket.ts';
import type { ShopState } from '../state/shopState.ts';
import { formatMoney } from '../texts/formatMoney.ts';
import { fill, TEXTS } from '../texts/texts.ts';
import { ProductImage } from './ProductImage.tsx';

interface BasketRowProps {
  item: BasketItem;
  state: ShopState;
}

/** One product in the basket: how many of it, and what they cost together. */
export function BasketRow({ item: { sku, quantity }, state }: BasketRowProps): JSX.Element {
  const { catalogue, basket, settings } = state;
  const { lang } = settings.value;
  const texts = TEXTS[lang];
  const { name } = texts.products[sku];
  const amount = basket.value.quote.lines.find((line) => line.sku === sku)?.amount;
  return (
    <li class="basket-row">
      <ProductImage sku={sku} />
      <p class="basket-row-name">{name}</p>
      <div class="stepper">
        <button type="button" aria-label={fill(texts.less, { name })} onClick={() => state.removeOne(sku)}>
          −
        </button>
        <output aria-label={fill(texts.quantity, { name })}>{quantity}</output>
        <button
          type="button"
          disabled={quantity === catalogue.maxQuantity}
          aria-label={fill(texts.more, { name })}
          onClick={() => state.addOne(sku)}
        >
          +
        </button>
      </div>
      <p class="price">{amount !== undefined && formatMoney(amount, catalogue.currency, lang)}</p>
    </li>
  );
}
