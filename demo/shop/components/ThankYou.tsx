import type { JSX } from 'preact';
import { RESULT_ID } from '../state/resultId.ts';
import type { ShopState } from '../state/shopState.ts';
import { formatMoney } from '../texts/formatMoney.ts';
import { fill, TEXTS } from '../texts/texts.ts';
import { ProductImage } from './ProductImage.tsx';

/** What a customer sees who has paid, now and after a reload: the order, the parcel, the receipt. */
export function ThankYou({ state }: { state: ShopState }): JSX.Element {
  const { lang } = state.settings.value;
  const { currency } = state.catalogue;
  const texts = TEXTS[lang];
  const { items, quote } = state.basket.value;
  const money = (amount: string) => formatMoney(amount, currency, lang);
  const [paid, packing, sent] = texts.thanks.steps;
  return (
    <section class="result thanks" id={RESULT_ID} tabIndex={-1} role="status" data-outcome="completed">
      <Tick />
      <h1>{texts.outcomes.completed.title}</h1>
      <p class="lead-text">{texts.outcomes.completed.text}</p>
      {state.orderReference.value !== null && (
        <p class="order-reference">
          <bdi>{fill(texts.thanks.order, { reference: state.orderReference.value })}</bdi>
        </p>
      )}
      <h2>{texts.thanks.parcel}</h2>
      <ol class="parcel">
        <li class="done">{paid}</li>
        <li aria-current="step">{packing}</li>
        <li>{sent}</li>
      </ol>
      <p class="arrives">{texts.thanks.arrives}</p>
      <h2>{texts.thanks.receipt}</h2>
      <ul class="receipt">
        {items.map(({ sku, quantity }) => (
          <li key={sku}>
            <ProductImage sku={sku} />
            <span>
              {texts.products[sku].name} <small>× {quantity}</small>
            </span>
            <span class="price">{money(quote.lines.find((line) => line.sku === sku)?.amount ?? '0')}</span>
          </li>
        ))}
      </ul>
      <p class="receipt-total">
        <span>
          {texts.thanks.paid} <small>{texts.taxes}</small>
        </span>
        <strong>{money(quote.total)}</strong>
      </p>
      <p class="thanks-actions">
        <button type="button" onClick={state.startAgain}>
          {texts.newBasket}
        </button>
        <button type="button" class="quiet" onClick={() => print()}>
          {texts.thanks.print}
        </button>
      </p>
    </section>
  );
}

function Tick(): JSX.Element {
  return (
    <svg class="thanks-tick" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22" />
      <path d="M15 25l6.5 6.5L34 18" />
    </svg>
  );
}
