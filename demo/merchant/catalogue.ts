/** What the shop sells. Prices in minor units of `CURRENCY`; the browser never sends one. */
export interface Product {
  sku: string;
  name: string;
  note: string;
  price: bigint;
}

export const CURRENCY = 'EUR';

export const PRODUCTS: readonly Product[] = [
  { sku: 'kettle', name: 'Gooseneck kettle', note: 'Brushed steel, 0.9 l', price: 6900n },
  { sku: 'dripper', name: 'Stoneware dripper', note: 'Glazed by hand, size 02', price: 2450n },
  { sku: 'beans', name: 'House blend', note: 'Whole beans, 250 g', price: 1290n },
];

export const MOST_OF_ONE = 9;
