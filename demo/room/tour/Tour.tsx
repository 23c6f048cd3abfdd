import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../Icon.tsx';
import type { RoomState } from '../roomState.ts';
import { STEP_MS, STEPS } from './steps.ts';

/** A card at the foot of the stage that leads through the room; it goes on by itself, or with the hand. */
export function Tour({ room }: { room: RoomState }): JSX.Element | null {
  const at = room.tour.value;
  const step = at === null ? undefined : STEPS[at];
  useEffect(() => (step === undefined ? undefined : ring(step.target)), [at]);
  useEffect(() => {
    if (step === undefined || at === null) return;
    const { settings, tab, device } = step;
    if (settings !== undefined) room.change(settings);
    if (tab !== undefined) room.tab.value = tab;
    if (device !== undefined) room.device.value = device;
    room.open.value = true;
    // A step that waits for the customer's hand does not run away from it.
    if (step.until !== undefined) return;
    const timer = setTimeout(() => go(room, at + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const reached = step?.until !== undefined && room.entries.value.some(({ type }) => type === step.until);
  useEffect(() => {
    if (reached && at !== null) go(room, at + 1);
  }, [reached]);
  if (step === undefined || at === null) return null;
  return (
    <section class="tour" role="dialog" aria-label="Guided tour" aria-live="polite">
      <p class="tour-count">
        {at + 1} of {STEPS.length}
      </p>
      <h2>{step.title}</h2>
      <p>{step.text}</p>
      <div class="tour-actions">
        <button type="button" disabled={at === 0} onClick={() => go(room, at - 1)}>
          Back
        </button>
        <button type="button" class="primary" onClick={() => go(room, at + 1)}>
          {at + 1 === STEPS.length ? 'Done' : 'Next'}
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="End the tour"
          onClick={() => {
            room.tour.value = null;
          }}
        >
          <Icon name="close" />
        </button>
      </div>
      <progress max={STEPS.length} value={at + 1} aria-label="Progress of the tour" />
    </section>
  );
}

function go(room: RoomState, to: number): void {
  room.tour.value = to < STEPS.length ? to : null;
}

/** Rings what the step is about. @returns takes the ring away. */
function ring(target: string): () => void {
  const frame = requestAnimationFrame(() => {
    document.querySelector(`[data-tour="${target}"]`)?.classList.add('ringed');
  });
  return () => {
    cancelAnimationFrame(frame);
    for (const ringed of document.querySelectorAll('.ringed')) ringed.classList.remove('ringed');
  };
}
