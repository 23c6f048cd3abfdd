import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../controls/Icon.tsx';
import type { PlaygroundState } from '../state/playgroundState.ts';
import type { Film } from './film.ts';
import { STEPS } from './steps.ts';

interface TourProps {
  state: PlaygroundState;
  film: Film;
}

/** The film's card: its caption, and all that stops it. It stands in the panel, on a phone below the shop, and covers nothing of either. */
export function Tour({ state, film }: TourProps): JSX.Element | null {
  const wire = useSignal(false);
  const { playing, stuck } = film;
  const at = state.tour.value;
  const step = at === null ? undefined : STEPS[at];
  useRing(step?.target);
  if (at === null || step === undefined) return null;
  return (
    <section class="tour" aria-label="Guided tour">
      <p class="tour-count">
        {at + 1} of {STEPS.length}
      </p>
      <div aria-live="polite">
        <h2>{step.caption}</h2>
        {wire.value && <p class="tour-wire">{step.wire}</p>}
        {stuck.value && <p>The film cannot go on from here. Go back, or step on.</p>}
      </div>
      <div class="tour-actions">
        <button
          type="button"
          class="primary"
          onClick={() => {
            playing.value = !playing.value;
          }}
        >
          {playing.value ? 'Pause' : 'Play'}
        </button>
        <button type="button" disabled={at === 0} onClick={film.back}>
          Back
        </button>
        <button type="button" onClick={film.next}>
          {at + 1 === STEPS.length ? 'Done' : 'Next'}
        </button>
        <label class="tour-switch">
          <input
            type="checkbox"
            checked={wire.value}
            onChange={({ currentTarget }) => {
              wire.value = currentTarget.checked;
            }}
          />
          Show the wire
        </label>
        <button type="button" class="icon-button" aria-label="End the tour" onClick={film.leave}>
          <Icon name="close" />
        </button>
      </div>
      <progress max={STEPS.length} value={at + 1} aria-label="Progress of the tour" />
    </section>
  );
}

/** A ring around what the step is about. */
function useRing(target: string | undefined): void {
  useEffect(() => {
    if (target === undefined) return;
    const ringed = document.querySelector(`[data-tour="${target}"]`);
    ringed?.classList.add('ringed');
    return () => ringed?.classList.remove('ringed');
  }, [target]);
}
