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

/** Nothing at rest. Else how long is left, that there is no network, or that it is slow, with the way to the full page: out of a frame that never loads, or once more, where the window has stayed. */
export function Footer({ model, language }: FooterProps): JSX.Element {
  const { texts } = language.value;
  const state = model.state.value;
  const { phase } = state;
  // A page that the shop's own policy blocks is told of in a notice.
  const isSlow = state.slow && !state.blockedBy && phase !== 'confirming';
  const said = sentenceOf(state, isSlow, language.value);
  const isWayOut = isSlow && state.online && (phase === 'loading' || phase === 'paying') && !state.broken;
  return (
    <>
      {said && <span>{said}</span>}
      {isWayOut && (
        <button type="button" part="full-page" class="way" ref={returnFocus} onClick={model.openFullPage}>
          {texts.fullPage}
        </button>
      )}
    </>
  );
}

function sentenceOf(state: State, isSlow: boolean, { texts, time }: Language): string | false {
  // What has ended does not go on.
  if (!state.online) return !state.ending && texts.offline;
  const left = secondsLeft(state);
  if (left !== null) return fill(texts.timeLeft, { n: left, time: time(left) });
  return isSlow && texts[state.phase === 'paying' ? 'blockedText' : 'slow'];
}
