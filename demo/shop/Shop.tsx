import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { type Basket, priceOf } from '../merchant/basket.ts';
import { MOST_OF_ONE, PRODUCTS } from '../merchant/catalogue.ts';
import { testCards } from '../testCards.ts';
import { Art } from './Art.tsx';
import { inWords } from './money.ts';
import { Result, type Told } from './Result.tsx';

export interface ShopState {
  basket: Signal<Basket>;
  /** The last outcome that the checkout told, until the next click. */
  told: Signal<Told | null>;
  merchantOrigin: string;
  setQuantity(sku: string, quantity: number): void;
  startAgain(): void;
}

/** The whole page; rendered by the server and taken over by the browser. */
export function Shop({ state }: { state: ShopState }): JSX.Element {
  const basket = state.basket.value;
  return (
    <div class="page">
      <header class="masthead">
        <p class="brand">
          Morrow<span>tools for a slow coffee</span>
        </p>
        <p class="badge">Demo shop: no real money moves</p>
      </header>
      <main>
        <section class="basket" aria-labelledby="basket-title">
          <h1 id="basket-title">Your basket</h1>
          <ul>
            {PRODUCTS.map((product) => (
              <Line key={product.sku} sku={product.sku} state={state} />
            ))}
          </ul>
        </section>
        <aside class="summary" aria-labelledby="summary-title">
          <h2 id="summary-title">Order</h2>
          <dl>
            <div>
              <dt>Goods</dt>
              <dd>{inWords(priceOf(basket))}</dd>
            </div>
            <div>
              <dt>Delivery</dt>
              <dd>free</dd>
            </div>
            <div class="total">
              <dt>Total</dt>
              <dd>{inWords(priceOf(basket))}</dd>
            </div>
          </dl>
          <PayLink state={state} />
          <p class="reassurance">
            <Lock /> You pay on the gateway’s own page. This shop never sees your card.
          </p>
          <Result told={state.told.value} startAgain={state.startAgain} />
          <TestCards />
        </aside>
      </main>
    </div>
  );
}

function Line({ sku, state }: { sku: string; state: ShopState }): JSX.Element | null {
  const product = PRODUCTS.find((candidate) => candidate.sku === sku);
  if (product === undefined) return null;
  const quantity = state.basket.value.items.find((item) => item.sku === sku)?.quantity ?? 0;
  const only = quantity === 1 && state.basket.value.items.length === 1;
  return (
    <li class={quantity === 0 ? 'line line-none' : 'line'}>
      <Art sku={sku} />
      <div class="line-text">
        <h3>{product.name}</h3>
        <p>{product.note}</p>
      </div>
      <div class="stepper">
        <button
          type="button"
          disabled={quantity === 0 || only}
          onClick={() => state.setQuantity(sku, quantity - 1)}
        >
          <span aria-hidden="true">−</span>
          <span class="unseen">One {product.name} less</span>
        </button>
        <output aria-label={`Quantity of ${product.name}`}>{quantity}</output>
        <button
          type="button"
          disabled={quantity === MOST_OF_ONE}
          onClick={() => state.setQuantity(sku, quantity + 1)}
        >
          <span aria-hidden="true">+</span>
          <span class="unseen">One {product.name} more</span>
        </button>
      </div>
      <p class="price">{inWords(product.price * BigInt(quantity === 0 ? 1 : quantity))}</p>
    </li>
  );
}

/** A plain link that works without a script; the checkout's script turns it into the Pay button. */
function PayLink({ state }: { state: ShopState }): JSX.Element {
  const order = JSON.stringify(state.basket.value);
  return (
    <a
      id="pay"
      class="pay"
      href={`${state.merchantOrigin}/pay?order=${encodeURIComponent(order)}`}
      data-hpp-checkout
      data-session={`${state.merchantOrigin}/checkout/session`}
      data-order={order}
    >
      Pay {inWords(priceOf(state.basket.value))}
    </a>
  );
}

function Lock(): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path
        d="M4 7V5a4 4 0 0 1 8 0v2h.5A1.5 1.5 0 0 1 14 8.500v5A1.5 1.5 0 0 1 12.5 15h-9A1.5 1.5 0 0 1 2 13.500v-5A1.5 1.5 0 0 1 3.5 7zm1.6 0h4.800V5a2.4 2.4 0 0 0-4.8 0z"
        fill="currentColor"
      />
    </svg>
  );
}

function TestCards(): JSX.Element {
  return (
    <details class="cards">
      <summary>Cards to try</summary>
      <ul>
        {testCards.map(({ number, outcome }) => (
          <li key={number}>
            <code>{number}</code> {outcome}
          </li>
        ))}
      </ul>
      <p>Any future expiry, any three digits, any name.</p>
    </details>
  );
}
