import { inEnglish, type Language } from './language.ts';
import { englishFor, type LoadExtras, languageOf } from './languageOf.ts';
import type { LoadFile } from './loadTexts.ts';
import type { LanguageOptions } from './options.ts';
import { speaksEnglish } from './speaksEnglish.ts';
import type { DialogTexts } from './texts.ts';

/**
 * The dialog opens at once, and its language joins when it is loaded. Until then the dialog shows that it is busy, with no
 * words but the merchant's own: a sentence that changes its language under the reader would be worse.
 *
 * @param show called at once with what there is, and again with each better one.
 * @returns for when something has to be said now: shows English, if the customer's language is not here yet.
 */
export function joinLanguage(
  options: LanguageOptions,
  loadFile: LoadFile,
  loadExtras: LoadExtras,
  show: (language: Language) => void,
): () => void {
  const english = englishFor(options);
  let isWordless = !speaksEnglish(options);
  show(isWordless ? { ...inEnglish, texts: { ...options.messages } as DialogTexts } : english);
  function speakEnglish(): void {
    if (isWordless) show(english);
    isWordless = false;
  }
  languageOf(options, loadFile, loadExtras).then((spoken) => {
    isWordless = false;
    show(spoken);
  }, speakEnglish);
  return speakEnglish;
}
