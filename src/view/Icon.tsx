import type { JSX } from 'preact';
import type { NoticeTone } from './notice.ts';

const PATHS: Record<Exclude<NoticeTone, 'busy'> | 'lock', string> = {
  lock: 'M8 11V8a4 4 0 0 1 8 0v3M6 11h12v9H6z',
  out: 'M14 4h6v6m0-6-9 9m-2-7H4v14h14v-5',
  // A ring that closes, then the tick.
  good: 'M12 2a10 10 0 1 1 0 20 10 10 0 1 1 0-20M7.5 12.5l3 3 6-6.5',
  bad: 'M12 7v6m0 3.5v.1',
  wait: 'M12 7v5l3.5 2',
  stop: 'm8 8 8 8m0-8-8 8',
  ask: 'M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8m0 3v.1',
};

/** Drawn, not lettered: no font, no image request, and it follows the text's colour in forced colours. */
export function Icon({ name }: { name: keyof typeof PATHS | 'busy' }): JSX.Element {
  if (name === 'busy') return <span class="spin" />;
  return (
    <svg viewBox="0 0 24 24" class={name} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
