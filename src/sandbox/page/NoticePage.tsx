import type { JSX } from 'preact';
import { Icon } from './icons.tsx';

export interface Notice {
  shape: 'clock' | 'warning' | 'check';
  title: string;
  text: string;
  /** Where the page goes by itself, with a link for a browser that does not. */
  goTo?: { address: string; link: string };
}

/** A page with one thing to say: expired, unknown, closed, on the way back. */
export function NoticePage({ shape, title, text, goTo }: Notice): JSX.Element {
  return (
    <div class="sheet single">
      <main class="work notice">
        <Icon shape={shape} />
        <h1>{title}</h1>
        <p>{text}</p>
        {goTo && <a href={goTo.address}>{goTo.link}</a>}
      </main>
    </div>
  );
}
