import type { Price } from '../options.ts';

/** A sum as customers of this language read it, with every decimal that is charged and western digits, as on the hosted page. */
export function formatPrice({ amount, currency }: Price, language: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat([language, 'en'], {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    numberingSystem: 'latn',
  });
  // As a text: a number would round what is large.
  return format.format(amount as Intl.StringNumericLiteral);
}
