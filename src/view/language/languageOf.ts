import type { chooseLanguage } from './chooseLanguage.ts';
import { inEnglish, type Language } from './language.ts';
import type { LoadFile } from './loadTexts.ts';
import type { LanguageOptions } from './options.ts';
import { speaksEnglish } from './speaksEnglish.ts';

/** Loads the code that finds a language, which a page in English never needs. */
export type LoadExtras = (loadFile: LoadFile) => Promise<{ chooseLanguage: typeof chooseLanguage }>;

/** English with the merchant's words: what there is without a request. */
export function englishFor({ messages }: LanguageOptions): Language {
  return { ...inEnglish, texts: { ...inEnglish.texts, ...messages } };
}

/** The language of the dialog, with the merchant's words in it. Rejects when its file cannot be loaded. */
export async function languageOf(
  options: LanguageOptions,
  loadFile: LoadFile,
  loadExtras: LoadExtras,
): Promise<Language> {
  return speaksEnglish(options)
    ? englishFor(options)
    : (await loadExtras(loadFile)).chooseLanguage(options, loadFile, inEnglish);
}
