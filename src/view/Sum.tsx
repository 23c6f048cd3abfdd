import type { JSX } from 'preact';
import { formatPrice } from './language/formatPrice.ts';

interface SumProps {
  amount?: string | undefined;
  currency?: string | undefined;
  lang: string;
}

/** With more letters than "€99,999.00" it leaves no room for a name beside it on a phone. */
const LONG = 10;

/** A sum of money, if it is known, apart from the direction of what stands around it. */
export function Sum({ amount, currency, lang }: SumProps): JSX.Element | null {
  if (!amount || !currency) return null;
  const price = formatPrice({ amount, currency }, lang);
  return (
    <b class={price.length > LONG ? 'sum long' : 'sum'}>
      <bdi>{price}</bdi>
    </b>
  );
}
