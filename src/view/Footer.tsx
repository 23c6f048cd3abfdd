import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import { type State, secondsLeft } from '../checkout/machine.ts';
import type { Language } from './language/language.ts';
import { fill } from './language/texts.ts';
import { returnFocus } from './returnFocus.ts';

interface FooterProps {
  model: CheckoutModel;
  language: ReadonlySignal<Language>;
}

/** What the footer says: how long is left, what is slow, else that it is a test; and the way out of a frame that never loads. */
export function Footer({ model, language }: FooterProps): JSX.Element {
  const { texts } = language.value;
  const state = model.state.value;
  const { phase } = state;
  const slow = state.slow && phase !== 'confirming';
  const said = sentenceOf(state, slow, language.value);
  const isTest = !said && state.session?.test;
  const address = (phase === 'loading' || phase === 'paying') && !state.broken && state.frameUrl;
  return (
    <>
      {/* The test line is in here, where it moves nothing that is drawn already. */}
      {isTest ? (
        <p class="test" part="test">
          {texts.test}
        </p>
      ) : (
        <span>{said}</span>
      )}
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

function sentenceOf(state: State, slow: boolean, { texts, time }: Language): string | false {
  if (!state.online) return texts.offline;
  const left = secondsLeft(state);
  if (left !== null) return fill(texts.timeLeft, { n: left, time: time(left) });
  return slow && texts[state.phase === 'paying' ? 'blockedText' : 'slow'];
}
