import type { JSX } from 'preact';
import { Icon } from './controls/Icon.tsx';
import { Panel } from './Panel.tsx';
import { Preview } from './Preview.tsx';
import type { PlaygroundState } from './state/playgroundState.ts';

/** The whole page: a preview of the shop, and the controls beside it. */
export function Playground({ state }: { state: PlaygroundState }): JSX.Element {
  const { open } = state;
  return (
    <div class={open.value ? 'playground' : 'playground folded'}>
      <main>
        <Preview state={state} />
      </main>
      <Panel state={state} />
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
