import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import { secondsLeft } from '../checkout/machine.ts';
import type { Language } from './language/language.ts';
import { fill } from './language/texts.ts';
import { returnFocus } from './returnFocus.ts';

interface FooterProps {
  model: CheckoutModel;
  language: ReadonlySignal<Language>;
}

/** What the footer says, and the way out of a frame that never loads. */
export function Footer({ model, language }: FooterProps): JSX.Element {
  const { texts, time } = language.value;
  const state = model.state.value;
  const { phase, online } = state;
  const left = secondsLeft(state);
  const slow = state.slow && phase !== 'confirming';
  const address = (phase === 'loading' || phase === 'paying') && !state.broken && state.frameUrl;
  return (
    <>
      <span>
        {online
          ? left === null
            ? slow && texts[phase === 'paying' ? 'blockedText' : 'slow']
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
            model.openFullPage();
          }}
        >
          {texts.fullPage}
        </a>
      )}
    </>
  );
}
