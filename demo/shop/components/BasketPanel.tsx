import type { JSX } from 'preact';
import type { ShopState } from '../state/shopState.ts';
import { formatMoney } from '../texts/formatMoney.ts';
import { TEXTS } from '../texts/texts.ts';
import { BasketRow } from './BasketRow.tsx';
import { PayLink } from './PayLink.tsx';
import { Result } from './Result.tsx';
import { TestCards } from './TestCards.tsx';

/** Basket, sum and Pay. */
export function BasketPanel({ state }: { state: ShopState }): JSX.Element {
  const { lang, cards } = state.settings.value;
  const texts = TEXTS[lang];
  const { items, quote } = state.basket.value;
  // What was paid is the customer's, and in the basket no more.
  const isPaid = state.outcome.value === 'completed';
  const { currency, products } = state.catalogue;
  const total = formatMoney(quote.total, currency, lang);
  return (
    <aside class={isPaid ? 'basket paid' : 'basket'} aria-labelledby="basket-title">
      <h2 id="basket-title">{texts.basket}</h2>
      {(isPaid || items.length === 0) && <p class="empty">{texts.empty}</p>}
      <ul hidden={isPaid}>
        {products.map(({ sku }) => {
          const item = items.find((candidate) => candidate.sku === sku);
          return item && !isPaid && <BasketRow key={sku} item={item} state={state} />;
        })}
      </ul>
      <dl hidden={isPaid}>
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
      {state.priceFailed.value && (
        <p class="price-failed" role="alert">
          {texts.priceFailed}
        </p>
      )}
      {cards && <p class="signed-in">{texts.signedIn}</p>}
      <Result outcome={state.outcome.value} texts={texts} startAgain={state.startAgain} />
      {/* Of a paid basket, too, and hidden then: the dialog that belongs to it may still be open. */}
      {items.length > 0 && <PayLink state={state} />}
      <p class="reassurance">
        <Lock /> {texts.reassurance}
      </p>
      <TestCards texts={texts} />
    </aside>
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
