import type { JSX } from 'preact';
import { toQuery } from '../../settings/settings.ts';
import type { ShopState } from '../state/shopState.ts';
import { TEXTS } from '../texts/texts.ts';
import { BasketPanel } from './BasketPanel.tsx';
import { ProductImageSprite } from './ProductImage.tsx';
import { ProductList } from './ProductList.tsx';
import { ThankYou } from './ThankYou.tsx';

/** The whole page; rendered by the server and taken over by the browser. */
export function Shop({ state }: { state: ShopState }): JSX.Element {
  const texts = TEXTS[state.settings.value.lang];
  return (
    <div class="page">
      <ProductImageSprite />
      <header class="masthead">
        <p class="brand">
          <Logo />
          Morrow <span>{texts.tagline}</span>
        </p>
        <p class="badge">{texts.demoBadge}</p>
      </header>
      <main>
        {state.outcome.value === 'completed' ? (
          <ThankYou state={state} />
        ) : (
          <div class="offer">
            <div class="lead">
              <h1>{texts.lead}</h1>
              <p>{texts.leadText}</p>
            </div>
            <ProductList state={state} />
          </div>
        )}
        <BasketPanel state={state} />
      </main>
      {state.standalone && (
        <a class="control-room-link" href={`/?room&${toQuery(state.settings.value)}`}>
          {texts.controlRoom}
        </a>
      )}
    </div>
  );
}

function Logo(): JSX.Element {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M8 22V10l8 8 8-8v12" />
    </svg>
  );
}
