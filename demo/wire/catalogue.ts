export type Sku = 'kettle' | 'grinder' | 'dripper' | 'beans';

/** Amounts on the wire are decimal text in units of the currency, such as `69.00`. */
export type AmountText = string;

/** What the shop sells, as the server tells the page. */
export interface Catalogue {
  currency: string;
  products: readonly { sku: Sku; price: AmountText }[];
  /** How many of one product an order may hold. */
  maxQuantity: number;
}
