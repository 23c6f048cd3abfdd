/** What the looks of an order's hosted page may depend on. */
export interface PageOrder {
  orderReference: string;
  /** The shop's own data of the payment. */
  udf: Readonly<Record<string, unknown>> | null;
}
