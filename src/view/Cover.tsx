// Also lets each component draw itself again when a signal that it has read changes.
import '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import type { Language } from './language/language.ts';
import { Notice } from './Notice.tsx';
import { noticeOf } from './notice.ts';
import { Sum } from './Sum.tsx';

export interface CoverProps {
  model: CheckoutModel;
  /** English, or nothing but the merchant's words, until the customer's language is loaded. */
  language: ReadonlySignal<Language>;
  /** A fresh open, after this one has failed. */
  tryAgain: () => void;
}

/** What stands over the hosted page: a notice that covers it. */
export function Cover({ model, language, tryAgain }: CoverProps): JSX.Element | null {
  const { lang, texts } = language.value;
  const state = model.state.value;
  const notice = noticeOf(state, texts);
  if (notice === null) return null;
  const { ending, session } = state;
  const isPaid = notice.tone === 'good' && ending && 'outcome' in ending;
  const display = session?.display;
  return (
    <Notice {...notice} actions={{ ...model, tryAgain }}>
      {isPaid && display?.amount && (
        <p class="paid">
          <Sum {...display} lang={lang} /> <bdi>{display.merchant}</bdi>
        </p>
      )}
      {isPaid && ending.email && <p dir="ltr">{ending.email}</p>}
    </Notice>
  );
}
