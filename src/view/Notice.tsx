import type { JSX } from 'preact';
import { Icon } from './Icon.tsx';
import type { NoticeAction, NoticeContent } from './notice.ts';
import { returnFocus } from './returnFocus.ts';

interface NoticeProps extends NoticeContent {
  actions: Readonly<Record<NoticeAction, () => void>>;
}

/** Takes the focus when it appears, since it hides what had it before; `autofocus` where the dialog appears with it. */
function takeFocus(notice: HTMLElement | null) {
  notice?.focus({ preventScroll: true });
  return returnFocus(notice);
}

export function Notice({ tone, title, text, buttons, actions }: NoticeProps): JSX.Element {
  return (
    <section
      key={title}
      class="load notice"
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
        {buttons.map(([label, action], at) => (
          <button
            type="button"
            key={label}
            part="action"
            class={at ? 'second' : 'first'}
            ref={returnFocus}
            onClick={actions[action]}
          >
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
