import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { mt } from './mt.ts';
import type { Texts } from './texts.ts';

/** A language of the page: its texts and the way it is written. */
export interface Locale {
  language: string;
  direction: 'ltr' | 'rtl';
  texts: Texts;
}

/** The profile's languages (N5) and one that is written from right to left. */
export const LOCALES: Readonly<Record<string, Locale>> = {
  en: { language: 'en', direction: 'ltr', texts: en },
  it: { language: 'it', direction: 'ltr', texts: it },
  fr: { language: 'fr', direction: 'ltr', texts: fr },
  de: { language: 'de', direction: 'ltr', texts: de },
  es: { language: 'es', direction: 'ltr', texts: es },
  mt: { language: 'mt', direction: 'ltr', texts: mt },
  ar: { language: 'ar', direction: 'rtl', texts: ar },
};

/** The page's locale for a language code in any case, with or without a region; English for one it has no texts for (N5). */
export function localeFor(language: string): Locale {
  const code = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(LOCALES, code) ? LOCALES[code] : undefined) ?? (LOCALES.en as Locale);
}
