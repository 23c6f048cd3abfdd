import type { JSX } from 'preact';
import { MOST_OF_ONE, PRODUCTS } from '../server/merchant/catalogue.ts';
import { inWords } from './formatMoney.ts';
import { Art } from './ProductImage.tsx';
import type { ShopState } from './shopState.ts';
import { TEXTS } from './texts/texts.ts';

/** All products, each with a button that puts one into the basket. */
export function Shelf({ state }: { state: ShopState }): JSX.Element {
  const { lang } = state.settings.value;
  const texts = TEXTS[lang];
  return (
    <section class="shelf" aria-labelledby="shelf-title">
      <h2 id="shelf-title" class="unseen">
        {texts.shelf}
      </h2>
      <ul>
        {PRODUCTS.map(({ sku, price }) => {
          const { name, note } = texts.products[sku];
          const quantity = state.basket.value.items.find((item) => item.sku === sku)?.quantity ?? 0;
          return (
            <li key={sku} class="product">
              <Art sku={sku} />
              <div class="product-text">
                <h3>{name}</h3>
                <p>{note}</p>
              </div>
              <p class="price">{inWords(price, lang)}</p>
              <button
                type="button"
                disabled={quantity === MOST_OF_ONE}
                aria-label={`${texts.add}: ${name}`}
                onClick={() => state.setQuantity(sku, quantity + 1)}
              >
                {texts.add}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
