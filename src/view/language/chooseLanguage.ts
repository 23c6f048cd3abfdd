import { directionOf } from './directionOf.ts';
import { inEnglish, type Language } from './language.ts';
import { type LoadFile, loadTexts, TAGS } from './loadTexts.ts';
import { matchLanguage } from './matchLanguage.ts';
import type { LanguageOptions } from './options.ts';

/**
 * The customer's language: from the option, else `<html lang>`, else the browser; the first that there are texts for.
 * The merchant's `messages` win over ours, text by text, and with them `locale` may be a language that we do not have.
 *
 * Rejects when the language's file cannot be loaded.
 */
export async function chooseLanguage(
  { locale, messages }: LanguageOptions,
  loadFile: LoadFile,
): Promise<Language> {
  const wanted = [locale, document.documentElement.lang, ...navigator.languages];
  const { lang: match, tag } = matchLanguage(wanted, TAGS);
  const texts = tag === 'en' ? inEnglish.texts : await loadTexts(tag, loadFile);
  const lang = (messages && locale) || match;
  return {
    lang,
    dir: directionOf(lang),
    texts: { ...texts, ...messages },
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
