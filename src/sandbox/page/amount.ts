import { currencyDecimals } from '../../protocol/gateway/money.ts';

/**
 * An amount for the customer's eye, in the page's language. The decimals are ISO 4217's and not Intl's, which differ
 * for 17 currencies (T52); digits are the Latin ones everywhere, as on the card. A currency that ISO does not know
 * is shown as it came.
 */
export function showAmount(amount: string, currency: string, language: string): string {
  let decimals: number;
  try {
    decimals = currencyDecimals(currency);
  } catch {
    return `${amount} ${currency}`;
  }
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // A decimal string is formatted exactly; a number would be rounded to a float first.
  return format.format(amount as unknown as number);
}
