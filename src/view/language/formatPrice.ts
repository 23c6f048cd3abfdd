/** No currency has more decimals (ISO 4217). */
const MOST_DECIMALS = 4;

/**
 * A sum as customers of this language read it, with every decimal that is charged (never fewer than the currency is written with) and
 * western digits, as on the hosted page. English for a language whose numbers are not known.
 */
export function formatPrice(
  { amount, currency }: { amount: string; currency: string },
  language: string,
): string {
  const format = new Intl.NumberFormat([language, 'en'], {
    style: 'currency',
    currency,
    maximumFractionDigits: MOST_DECIMALS,
    numberingSystem: 'latn',
  });
  // As a text: a number would round what is large.
  return format.format(amount as Intl.StringNumericLiteral);
}
