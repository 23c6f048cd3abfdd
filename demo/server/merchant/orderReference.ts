import { createHash } from 'node:crypto';
import type { Basket } from './parseBasket.ts';

/** The basket's content is part of the reference: a changed basket is another order. */
export function orderReferenceOf({ id, items }: Pick<Basket, 'id' | 'items'>): string {
  const content = items
    .map(({ sku, quantity }) => `${sku}:${quantity}`)
    .sort()
    .join();
  return `MORROW-${id}-${createHash('sha256').update(content).digest('hex').slice(0, 6)}`;
}
