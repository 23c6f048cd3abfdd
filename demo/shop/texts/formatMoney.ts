import type { Language } from '../../settings/languages.ts';
import type { AmountText } from '../../wire/catalogue.ts';

/** An amount as people write it. Western digits in every language, since the hosted page shows them too. */
export function formatMoney(amount: AmountText, currency: string, language: Language): string {
  const locale = language === 'en' ? 'en-IE' : `${language}-u-nu-latn`;
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    amount as Intl.StringNumericLiteral,
  );
}
