import { CURRENCY } from '../server/merchant/catalogue.ts';
import type { Language } from '../settings/languages.ts';

/** Minor units in words for people; Western digits in every language, since the hosted page shows them too. */
export function inWords(minor: bigint, language: Language): string {
  const digits = minor.toString().padStart(3, '0');
  const locale = language === 'en' ? 'en-IE' : `${language}-u-nu-latn`;
  return new Intl.NumberFormat(locale, { style: 'currency', currency: CURRENCY }).format(
    `${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral,
  );
}
