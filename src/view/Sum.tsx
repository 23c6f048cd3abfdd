import type { JSX } from 'preact';
import { formatPrice } from './language/formatPrice.ts';

interface SumProps {
  amount?: string | undefined;
  currency?: string | undefined;
  lang: string;
}

/** A sum of money, if it is known, apart from the direction of what stands around it. */
export function Sum({ amount, currency, lang }: SumProps): JSX.Element | null {
  if (!amount || !currency) return null;
  return (
    <b class="sum">
      <bdi>{formatPrice({ amount, currency }, lang)}</bdi>
    </b>
  );
}
