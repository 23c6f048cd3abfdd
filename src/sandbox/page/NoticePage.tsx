import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icons.tsx';

interface Props {
  shape: 'clock' | 'warning' | 'check';
  title: string;
  text: string;
  children?: ComponentChildren;
}

/** A page with one thing to say: expired, unknown, closed, on the way back. */
export function NoticePage({ shape, title, text, children }: Props): JSX.Element {
  return (
    <div class="sheet single">
      <main class="work notice">
        <Icon shape={shape} />
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
      </main>
    </div>
  );
}
