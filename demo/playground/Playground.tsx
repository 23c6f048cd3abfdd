import type { JSX } from 'preact';
import { Icon } from './controls/Icon.tsx';
import { Panel } from './Panel.tsx';
import { Preview } from './Preview.tsx';
import type { PlaygroundState } from './state/playgroundState.ts';
import type { Film } from './tour/film.ts';
import { Pointer } from './tour/Pointer.tsx';
import { Tour } from './tour/Tour.tsx';

/** The whole page: a preview of the shop, and the controls beside it. */
export function Playground({ state, film }: { state: PlaygroundState; film: Film }): JSX.Element {
  const { open } = state;
  return (
    <div class={`playground ${open.value ? '' : 'folded'} ${state.tour.value === null ? '' : 'touring'}`}>
      <main aria-label="Preview">
        <Preview state={state} />
      </main>
      <Panel state={state} />
      <Tour state={state} film={film} />
      <Pointer film={film} />
      <button
        type="button"
        class="sheet-button"
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <Icon name={open.value ? 'close' : 'sliders'} />
        {open.value ? 'Back to the shop' : 'Control room'}
      </button>
    </div>
  );
}
