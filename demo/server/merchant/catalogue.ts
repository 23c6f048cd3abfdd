/** What the shop sells. Prices in minor units of `CURRENCY`; the browser never sends one. */
export interface Product {
  sku: Sku;
  price: bigint;
}

export type Sku = 'kettle' | 'grinder' | 'dripper' | 'beans';

export const CURRENCY = 'EUR';

export const PRODUCTS: readonly Product[] = [
  { sku: 'kettle', price: 6900n },
  { sku: 'grinder', price: 8450n },
  { sku: 'dripper', price: 2450n },
  { sku: 'beans', price: 1290n },
];

export const MOST_OF_ONE = 9;
