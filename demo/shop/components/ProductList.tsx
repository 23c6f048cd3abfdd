import type { JSX } from 'preact';
import type { ShopState } from '../state/shopState.ts';
import { formatMoney } from '../texts/formatMoney.ts';
import { TEXTS } from '../texts/texts.ts';
import { ProductImage } from './ProductImage.tsx';

/** All products, each with a button that puts one into the basket. */
export function ProductList({ state }: { state: ShopState }): JSX.Element {
  const { lang } = state.settings.value;
  const { currency, products, maxQuantity } = state.catalogue;
  const texts = TEXTS[lang];
  return (
    <section class="products" aria-labelledby="products-title">
      <h2 id="products-title" class="visually-hidden">
        {texts.productList}
      </h2>
      <ul>
        {products.map(({ sku, price }) => {
          const { name, note } = texts.products[sku];
          const quantity = state.basket.value.items.find((item) => item.sku === sku)?.quantity ?? 0;
          return (
            <li key={sku} class="product">
              <ProductImage sku={sku} />
              <div class="product-text">
                <h3>{name}</h3>
                <p>{note}</p>
              </div>
              <p class="price">{formatMoney(price, currency, lang)}</p>
              <button
                type="button"
                disabled={quantity === maxQuantity}
                aria-label={`${texts.add}: ${name}`}
                onClick={() => state.addOne(sku)}
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
