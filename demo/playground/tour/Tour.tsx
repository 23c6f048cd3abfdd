import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Icon } from '../controls/Icon.tsx';
import type { PlaygroundState } from '../state/playgroundState.ts';
import { STEP_MS, STEPS, type TourStep } from './steps.ts';

/** A card at the foot of the preview that explains the control room; it goes on by itself, or with its buttons. */
export function Tour({ state }: { state: PlaygroundState }): JSX.Element | null {
  const at = state.tour.value;
  const step = at === null ? undefined : STEPS[at];
  return at === null || step === undefined ? null : <Step key={at} state={state} at={at} step={step} />;
}

function Step({ state, at, step }: { state: PlaygroundState; at: number; step: TourStep }): JSX.Element {
  const go = (to: number) => {
    state.tour.value = to < STEPS.length ? to : null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step, which has a component of its own
  useEffect(() => {
    const { settings, tab, device, until, target } = step;
    if (settings !== undefined) state.change(settings);
    if (tab !== undefined) state.tab.value = tab;
    if (device !== undefined) state.device.value = device;
    state.open.value = true;
    const drawn = requestAnimationFrame(() => {
      document.querySelector(`[data-tour="${target}"]`)?.classList.add('ringed');
    });
    // A step that waits for the customer to do something does not go on by itself.
    const next = until === undefined ? window.setTimeout(() => go(at + 1), STEP_MS) : undefined;
    return () => {
      cancelAnimationFrame(drawn);
      window.clearTimeout(next);
      for (const ringed of document.querySelectorAll('.ringed')) ringed.classList.remove('ringed');
    };
  }, []);
  // An earlier payment stands in the timeline too, and so does this one after Back.
  const started = useMemo(state.now, []);
  const reached = state.entries.value.some((entry) => entry.type === step.until && entry.at >= started);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on once, when the customer has done it
  useEffect(() => {
    if (reached) go(at + 1);
  }, [reached]);
  return (
    <section class="tour" aria-label="Guided tour" aria-live="polite">
      <p class="tour-count">
        {at + 1} of {STEPS.length}
      </p>
      <h2>{step.title}</h2>
      <p>{step.text}</p>
      <div class="tour-actions">
        <button type="button" disabled={at === 0} onClick={() => go(at - 1)}>
          Back
        </button>
        <button type="button" class="primary" onClick={() => go(at + 1)}>
          {at + 1 === STEPS.length ? 'Done' : 'Next'}
        </button>
        <button type="button" class="icon-button" aria-label="End the tour" onClick={() => go(STEPS.length)}>
          <Icon name="close" />
        </button>
      </div>
      <progress max={STEPS.length} value={at + 1} aria-label="Progress of the tour" />
    </section>
  );
}
