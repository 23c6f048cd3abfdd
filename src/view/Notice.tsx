import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './Icon.tsx';
import type { NoticeAction, NoticeContent } from './notice.ts';
import { returnFocus } from './returnFocus.ts';

interface NoticeProps extends NoticeContent {
  actions: Readonly<Record<NoticeAction, () => void>>;
  /** Between what happened and what it means. */
  children?: ComponentChildren;
}

/** Takes the focus when it appears, since it hides what had it before. */
function takeFocus(notice: HTMLElement | null) {
  notice?.focus({ preventScroll: true });
  return returnFocus(notice);
}

export function Notice({ tone, title, text, buttons, actions, children }: NoticeProps): JSX.Element {
  return (
    <section
      key={title}
      class="load notice"
      part="notice"
      // In small letters: Preact writes the attribute as it is named here, and XHTML knows no other (DOM's `tabIndex`).
      tabindex={-1}
      ref={takeFocus}
      aria-labelledby="notice"
      aria-describedby="about"
    >
      <Icon name={tone} />
      <h3 id="notice">{title}</h3>
      <div id="about">
        {children}
        {text && <p>{text}</p>}
      </div>
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
