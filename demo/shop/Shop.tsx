import type { JSX } from 'preact';
import { toQuery } from '../settings/settings.ts';
import { BasketPanel } from './BasketPanel.tsx';
import { ArtSheet } from './ProductImage.tsx';
import { Shelf } from './ProductList.tsx';
import type { ShopState } from './shopState.ts';
import { TEXTS } from './texts/texts.ts';

/** The whole page; rendered by the server and taken over by the browser. */
export function Shop({ state }: { state: ShopState }): JSX.Element {
  const texts = TEXTS[state.settings.value.lang];
  return (
    <div class="page">
      <ArtSheet />
      <header class="masthead">
        <p class="brand">
          <Mark />
          Morrow <span>{texts.tagline}</span>
        </p>
        <p class="badge">{texts.demoBadge}</p>
      </header>
      <main>
        <div class="wares">
          <div class="lead">
            <h1>{texts.lead}</h1>
            <p>{texts.leadText}</p>
          </div>
          <Shelf state={state} />
        </div>
        <BasketPanel state={state} />
      </main>
      {state.alone && (
        <a class="to-room" href={`/?room&${toQuery(state.settings.value)}`}>
          {texts.controlRoom}
        </a>
      )}
    </div>
  );
}

function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M8 22V10l8 8 8-8v12" />
    </svg>
  );
}
