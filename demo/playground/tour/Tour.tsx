import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Icon } from '../controls/Icon.tsx';
import type { PlaygroundState } from '../state/playgroundState.ts';
import { STEP_MS, STEPS, type TourStep } from './steps.ts';

/**
 * A card in the panel that explains the control room, and covers nothing of the shop; it goes on by itself, or with its buttons and the
 * arrow keys. It holds while a dialog is open, and where the customer wants no motion until it is played.
 */
export function Tour({ state }: { state: PlaygroundState }): JSX.Element | null {
  const paused = useSignal(matchMedia('(prefers-reduced-motion: reduce)').matches);
  const at = state.tour.value;
  const step = at === null ? undefined : STEPS[at];
  if (at === null || step === undefined) return null;
  return <Step key={at} state={state} at={at} step={step} paused={paused} />;
}

interface StepProps {
  state: PlaygroundState;
  at: number;
  step: TourStep;
  paused: Signal<boolean>;
}

function Step({ state, at, step, paused }: StepProps): JSX.Element {
  const isPaying =
    state.entries.value.findLast(({ type }) => type === 'open' || type === 'close')?.type === 'open';
  const go = (to: number) => {
    state.tour.value = to < STEPS.length ? to : null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step, which has a component of its own
  useEffect(() => {
    const { settings, tab, device, target } = step;
    if (settings !== undefined) state.change(settings);
    if (tab !== undefined) state.tab.value = tab;
    if (device !== undefined) state.device.value = device;
    state.open.value = true;
    const drawn = requestAnimationFrame(() => {
      document.querySelector(`[data-tour="${target}"]`)?.classList.add('ringed');
    });
    return () => {
      cancelAnimationFrame(drawn);
      for (const ringed of document.querySelectorAll('.ringed')) ringed.classList.remove('ringed');
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock of this step, which starts anew when it is let go
  useEffect(() => {
    // A step that waits for the customer to do something does not go on by itself.
    if (step.until !== undefined || paused.value || isPaying) return;
    const next = window.setTimeout(() => go(at + 1), STEP_MS);
    return () => window.clearTimeout(next);
  }, [paused.value, isPaying]);
  // An earlier payment stands in the timeline too, and so does this one after Back.
  const started = useMemo(state.now, []);
  const reached = state.entries.value.some((entry) => entry.type === step.until && entry.at >= started);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on once, when the customer has done it
  useEffect(() => {
    if (reached) go(at + 1);
  }, [reached]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(at + 1);
    if (key === 'ArrowLeft' && at > 0) go(at - 1);
  };
  return (
    <section class="tour" aria-label="Guided tour" aria-live="polite" onKeyDown={onKeyDown}>
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
        <button
          type="button"
          onClick={() => {
            paused.value = !paused.value;
          }}
        >
          {paused.value ? 'Play' : 'Pause'}
        </button>
        <button type="button" class="icon-button" aria-label="End the tour" onClick={() => go(STEPS.length)}>
          <Icon name="close" />
        </button>
      </div>
      <progress max={STEPS.length} value={at + 1} aria-label="Progress of the tour" />
    </section>
  );
}
