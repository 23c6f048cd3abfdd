import type { JSX } from 'preact';

const PATHS = {
  desktop: 'M3 5h18v11H3zM9 20h6M12 16v4',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  close: 'M6 6l12 12M18 6L6 18',
  fold: 'M9 6l6 6-6 6',
  unfold: 'M15 6l-6 6 6 6',
  reset: 'M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4',
  tour: 'M8 5l11 7-11 7z',
  sliders: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M6 14v6',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
} as const;

export type IconName = keyof typeof PATHS;

/** A line icon; decorative, its button has a name. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
