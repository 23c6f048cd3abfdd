import { createHash } from 'node:crypto';
import type { Basket } from '../../wire/basket.ts';

/** The basket's content is part of the reference: a changed basket is another order. */
export function orderReferenceOf({ id, items }: Pick<Basket, 'id' | 'items'>): string {
  const content = items
    .map(({ sku, quantity }) => `${sku}:${quantity}`)
    .sort()
    .join();
  return `MORROW-${id}-${createHash('sha256').update(content).digest('hex').slice(0, 6)}`;
}

/** The basket that an order was made from; `null` for a reference that is not ours. */
export function basketIdOf(orderReference: string): string | null {
  return /^MORROW-([a-z0-9]+)-[0-9a-f]{6}$/.exec(orderReference)?.[1] ?? null;
}
