import type { JSX } from 'preact';
import { secondsLeft } from '../checkout/machine.ts';
import type { CheckoutModel } from '../checkout/model.ts';
import type { Language } from './language/language.ts';
import { fill } from './language/texts.ts';

/** One line that is always there, so that nothing moves when it speaks; and the way out of a frame that stays dead. */
export function Footer({
  model,
  texts,
  time,
}: Pick<Language, 'texts' | 'time'> & { model: CheckoutModel }): JSX.Element {
  const state = model.state.value;
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
            : fill(texts.seconds, { n: left, time: time(left) })
          : texts.offline}
      </span>
      {address && (
        <a
          part="full-page"
          class={slow ? 'first' : undefined}
          href={address}
          onClick={(event) => {
            event.preventDefault();
            model.openFullPage();
          }}
        >
          {texts.fullPage}
        </a>
      )}
    </footer>
  );
}
