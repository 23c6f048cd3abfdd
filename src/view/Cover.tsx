// Also lets each component draw itself again when a signal that it has read changes.
import '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import type { Language } from './language/language.ts';
import { Notice } from './Notice.tsx';
import { noticeOf } from './notice.ts';

export interface CoverProps {
  model: CheckoutModel;
  /** English, or nothing but the merchant's words, until the customer's language is loaded. */
  language: ReadonlySignal<Language>;
  /** A fresh open, after this one has failed. */
  tryAgain: () => void;
}

/** What stands over the hosted page: a notice that covers it. */
export function Cover({ model, language, tryAgain }: CoverProps): JSX.Element {
  const { texts } = language.value;
  const state = model.state.value;
  const notice = noticeOf(state, texts);
  return <>{notice && <Notice {...notice} actions={{ ...model, tryAgain }} />}</>;
}
