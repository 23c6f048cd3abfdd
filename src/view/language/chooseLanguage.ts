import { directionOf } from './directionOf.ts';
import type { Language } from './language.ts';
import { type LoadFile, loadTexts, TAGS } from './loadTexts.ts';
import { type Match, matchLanguage } from './matchLanguage.ts';
import type { LanguageOptions } from './options.ts';

/**
 * The customer's language: from the option, else `<html lang>`, else the browser; the first that there are texts for.
 * With the merchant's `messages`, `locale` may be a language that we do not have.
 */
export function wantedLanguage({ locale, messages }: LanguageOptions): Match {
  const wanted = [locale, document.documentElement.lang, ...navigator.languages];
  const { lang, tag } = matchLanguage(wanted, TAGS);
  return { lang: (messages && locale) || lang, tag };
}

/**
 * The dialog in the customer's language; the merchant's `messages` win over our texts, text by text.
 *
 * @param inEnglish which the dialog has with it.
 *
 * Rejects when the language's file cannot be loaded.
 */
export async function chooseLanguage(
  options: LanguageOptions,
  loadFile: LoadFile,
  inEnglish: Language,
): Promise<Language> {
  const { lang, tag } = wantedLanguage(options);
  const texts = tag === 'en' ? inEnglish.texts : await loadTexts(tag, loadFile);
  return {
    lang,
    dir: directionOf(lang),
    texts: { ...texts, ...options.messages },
    time: tag === 'en' ? inEnglish.time : secondsIn(lang),
  };
}

/**
 * Western digits in every language, since the hosted page shows them too. Not every browser has the words of every language.
 * https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Intl/NumberFormat/supportedLocalesOf
 */
function secondsIn(lang: string): Language['time'] {
  if (Intl.NumberFormat.supportedLocalesOf(lang).length === 0) return (n) => `${n} s`;
  const format = new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
    numberingSystem: 'latn',
  });
  return (n) => format.format(n);
}
