import type { JSX } from 'preact';
import { Icon } from './controls/Icon.tsx';
import { Panel } from './Panel.tsx';
import { Stage } from './Preview.tsx';
import type { RoomState } from './playgroundState.ts';
import { Tour } from './tour/Tour.tsx';

/** The shop on a stage, and the controls beside it. */
export function Room({ room }: { room: RoomState }): JSX.Element {
  const { open } = room;
  return (
    <div class={open.value ? 'room' : 'room folded'}>
      <main>
        <Stage room={room} />
        <Tour room={room} />
      </main>
      <Panel room={room} />
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
