import type { JSX } from 'preact';
import type { Film } from './film.ts';

/** The film's hand, over everything and in nobody's way. */
export function Pointer({ film }: { film: Film }): JSX.Element | null {
  const pointer = film.pointer.value;
  if (pointer === null) return null;
  const { x, y, presses } = pointer;
  return (
    <svg
      class={presses ? 'film-pointer presses' : 'film-pointer'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      ref={(svg) => {
        if (svg !== null) svg.style.translate = `${x}px ${y}px`;
      }}
    >
      <circle cx="6" cy="5" r="5" />
      <path d="M5 3l6.5 16 2.300-6.700L20.500 10z" />
    </svg>
  );
}
