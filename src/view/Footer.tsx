import type { JSX } from 'preact';
import { type State, secondsLeft } from '../checkout/machine.ts';
import type { Language } from './language/language.ts';
import { fill } from './language/texts.ts';
import { returnFocus } from './returnFocus.ts';

interface FooterProps {
  state: State;
  language: Language;
  onFullPage: () => void;
}

/** One line that is always there, so that nothing moves when there is something to say; and the way out of a frame that never loads. */
export function Footer({ state, language: { texts, time }, onFullPage }: FooterProps): JSX.Element {
  const { phase, online } = state;
  const left = secondsLeft(state);
  const slow = state.slow && phase !== 'confirming';
  const address = (phase === 'loading' || phase === 'paying') && state.frameUrl;
  return (
    <footer class={left === null ? undefined : 'urgent'}>
      <span>
        {online
          ? left === null
            ? slow && texts.slow
            : fill(texts.timeLeft, { n: left, time: time(left) })
          : texts.offline}
      </span>
      {address && (
        <a
          part="full-page"
          class={slow ? 'first' : undefined}
          href={address}
          ref={returnFocus}
          onClick={(event) => {
            event.preventDefault();
            onFullPage();
          }}
        >
          {texts.fullPage}
        </a>
      )}
    </footer>
  );
}
