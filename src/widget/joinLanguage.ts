import { type ReadonlySignal, signal } from '@preact/signals-core';
import { inEnglish, type Language } from '../view/language/language.ts';
import type { Texts } from '../view/language/texts.ts';
import { englishFor, languageOf } from './languageOf.ts';
import { speaksEnglish } from './speaksEnglish.ts';
import type { Shared } from './stage.ts';

export interface JoinedLanguage {
  language: ReadonlySignal<Language>;
  /** Something has to be said now: in English, if the customer's language is not here yet. */
  speak(): void;
}

/**
 * The dialog opens at once, and its language joins. Until then it shows that it is busy, without a word but the
 * merchant's own: a sentence that changes its language under the reader would be worse.
 */
export function joinLanguage(shared: Pick<Shared, 'options' | 'load'>): JoinedLanguage {
  const { options } = shared;
  const english = englishFor(options);
  const wordless: Language = { ...inEnglish, texts: { ...options.messages } as Texts };
  const language = signal(speaksEnglish(options) ? english : wordless);
  function speak(): void {
    if (language.peek() === wordless) language.value = english;
  }
  languageOf(shared).then((spoken) => {
    language.value = spoken;
  }, speak);
  return { language, speak };
}
