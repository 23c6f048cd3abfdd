import { inEnglish, type Language } from '../view/language/language.ts';
import { later } from './catalogue.ts?later';
import { speaksEnglish } from './speaksEnglish.ts';
import type { Shared } from './stage.ts';

type Asking = Pick<Shared, 'options' | 'load'>;

/** English with the merchant's words: what there is without a request. */
export function englishFor({ messages }: Shared['options']): Language {
  return { ...inEnglish, texts: { ...inEnglish.texts, ...messages } };
}

/** The language of the dialog, with the merchant's words in it. Rejects when its file cannot be loaded. */
export async function languageOf({ options, load }: Asking): Promise<Language> {
  return speaksEnglish(options) ? englishFor(options) : (await later(load)).chooseLanguage(options, load);
}

/** Puts the customer's word for "Pay", with the amount if there is one, on a button that says so in English. */
export async function nameButton({ options, load }: Asking, button: Element | undefined): Promise<void> {
  try {
    const label = await (await later(load)).labelOf(options, load);
    // The options may have got a label of their own meanwhile.
    if (button && !options.label) button.textContent = label;
  } catch {
    // It stays in English.
  }
}
