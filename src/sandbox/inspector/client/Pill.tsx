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

/** A state in a word, coloured by what it means. */
export function Pill({ word }: { word: string }): JSX.Element {
  return (
    <span class="pill" data-tone={TONES[word]}>
      {word.replaceAll('_', ' ')}
    </span>
  );
}
