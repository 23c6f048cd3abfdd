import type { JSX } from 'preact';
import { toQuery } from '../../settings/settings.ts';
import type { ShopState } from '../state/shopState.ts';
import { TEXTS } from '../texts/texts.ts';
import { BasketPanel } from './BasketPanel.tsx';
import { Masthead } from './Masthead.tsx';
import { ProductImageSprite } from './ProductImage.tsx';
import { ProductList } from './ProductList.tsx';
import { ThankYou } from './ThankYou.tsx';

/** The whole page; rendered by the server and taken over by the browser. */
export function Shop({ state }: { state: ShopState }): JSX.Element {
  const texts = TEXTS[state.settings.value.lang];
  return (
    <div class="page">
      <ProductImageSprite />
      <Masthead settings={state.settings.value} texts={texts} />
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
        <nav aria-label={texts.controlRoom}>
          <a class="control-room-link" href={`/?room&${toQuery(state.settings.value)}`}>
            {texts.controlRoom}
          </a>
        </nav>
      )}
    </div>
  );
}
