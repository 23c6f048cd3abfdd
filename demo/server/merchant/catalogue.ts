import { formatAmount } from 'hpp-checkout/server';
import type { Catalogue, Sku } from '../../wire/catalogue.ts';

export const CURRENCY = 'EUR';
export const MAX_QUANTITY = 9;

/** In minor units of `CURRENCY`. An order never brings a price: it comes from here. */
export const PRICES: Readonly<Record<Sku, bigint>> = {
  kettle: 6900n,
  grinder: 8450n,
  dripper: 2450n,
  beans: 1290n,
};

/** As they stand on the order. */
export const NAMES: Readonly<Record<Sku, string>> = {
  kettle: 'Gooseneck kettle',
  grinder: 'Hand grinder',
  dripper: 'Stoneware dripper',
  beans: 'House blend',
};

export const SKUS = Object.keys(PRICES) as readonly Sku[];

/** For the shop's page. */
export const CATALOGUE: Catalogue = {
  currency: CURRENCY,
  products: SKUS.map((sku) => ({ sku, price: formatAmount(PRICES[sku], CURRENCY) })),
  maxQuantity: MAX_QUANTITY,
};
