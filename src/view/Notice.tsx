import type { JSX } from 'preact';
import { Icon } from './Icon.tsx';
import type { NoticeContent } from './notice.ts';

/** Takes the focus when it appears, since it hides what had it before; `autofocus` where the dialog appears with it. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

export function Notice({ tone, title, text, actions }: NoticeContent): JSX.Element {
  return (
    <section
      key={title}
      class="notice"
      part="notice"
      tabIndex={-1}
      autofocus
      ref={takeFocus}
      aria-labelledby="notice"
    >
      <Icon name={tone} />
      <h3 id="notice">{title}</h3>
      {text && <p>{text}</p>}
      <div class="actions">
        {actions.map(([label, run], at) => (
          <button type="button" key={label} part="action" class={at ? 'second' : 'first'} onClick={run}>
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
