import type { JSX } from 'preact';
import { MOST_OF_ONE, PRODUCTS, type Sku } from '../server/merchant/catalogue.ts';
import { type BasketItem, priceOf } from '../server/merchant/parseBasket.ts';
import { inWords } from './formatMoney.ts';
import { PayLink } from './PayLink.tsx';
import { Art } from './ProductImage.tsx';
import { Result } from './Result.tsx';
import type { ShopState } from './shopState.ts';
import { TestCards } from './TestCards.tsx';
import { fill, TEXTS } from './texts/texts.ts';

/** Basket, sum and Pay. */
export function BasketPanel({ state }: { state: ShopState }): JSX.Element {
  const { lang, cards } = state.settings.value;
  const texts = TEXTS[lang];
  const { items } = state.basket.value;
  const total = inWords(priceOf(state.basket.value), lang);
  return (
    <aside class="basket" aria-labelledby="basket-title">
      <h2 id="basket-title">{texts.basket}</h2>
      {items.length === 0 && <p class="empty">{texts.empty}</p>}
      <ul>
        {PRODUCTS.map(({ sku }) => {
          const item = items.find((candidate) => candidate.sku === sku);
          return item && <Line key={sku} sku={sku} item={item} state={state} />;
        })}
      </ul>
      <dl>
        <div>
          <dt>{texts.goods}</dt>
          <dd>{total}</dd>
        </div>
        <div>
          <dt>{texts.delivery}</dt>
          <dd>{texts.free}</dd>
        </div>
        <div class="total">
          <dt>
            {texts.total} <small>{texts.taxes}</small>
          </dt>
          <dd>{total}</dd>
        </div>
      </dl>
      {cards && <p class="signed-in">{texts.signedIn}</p>}
      <Result told={state.told.value} texts={texts} startAgain={state.startAgain} />
      {items.length > 0 && <PayLink state={state} />}
      <p class="reassurance">
        <Lock /> {texts.reassurance}
      </p>
      <TestCards texts={texts} />
    </aside>
  );
}

function Line({ sku, item, state }: { sku: Sku; item: BasketItem; state: ShopState }): JSX.Element {
  const { lang } = state.settings.value;
  const texts = TEXTS[lang];
  const { name } = texts.products[sku];
  const price = PRODUCTS.find((product) => product.sku === sku)?.price ?? 0n;
  const { quantity } = item;
  return (
    <li class="line">
      <Art sku={sku} />
      <p class="line-name">{name}</p>
      <div class="stepper">
        <button
          type="button"
          aria-label={fill(texts.less, { name })}
          onClick={() => state.setQuantity(sku, quantity - 1)}
        >
          −
        </button>
        <output aria-label={fill(texts.quantity, { name })}>{quantity}</output>
        <button
          type="button"
          disabled={quantity === MOST_OF_ONE}
          aria-label={fill(texts.more, { name })}
          onClick={() => state.setQuantity(sku, quantity + 1)}
        >
          +
        </button>
      </div>
      <p class="price">{inWords(price * BigInt(quantity), lang)}</p>
    </li>
  );
}

function Lock(): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path
        d="M4 7V5a4 4 0 0 1 8 0v2h.5A1.5 1.5 0 0 1 14 8.500v5A1.5 1.5 0 0 1 12.500 15h-9A1.5 1.5 0 0 1 2 13.500v-5A1.5 1.5 0 0 1 3.500 7zm1.600 0h4.800V5a2.400 2.400 0 0 0-4.800 0z"
        fill="currentColor"
      />
    </svg>
  );
}
