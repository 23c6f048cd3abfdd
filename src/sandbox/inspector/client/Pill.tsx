import type { JSX } from 'preact';

const TONES: Readonly<Record<string, 'good' | 'bad' | 'wait'>> = {
  processed: 'good',
  acknowledged: 'good',
  pending: 'wait',
  waiting: 'wait',
  declined: 'bad',
  failed: 'bad',
  cancelled: 'bad',
  expired: 'bad',
  lapsed: 'bad',
  dropped: 'bad',
  given_up: 'bad',
};

/** A state, coloured by what it means. */
export function Pill({ state }: { state: string }): JSX.Element {
  return (
    <span class="pill" data-tone={TONES[state]}>
      {state.replaceAll('_', ' ')}
    </span>
  );
}
