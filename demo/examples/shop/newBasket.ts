/** What the browser sends as `order`: which basket it is and what lies in it. Only the server knows the price. */
export interface Basket {
  id: string;
  items: { sku: string; quantity: number }[];
}

export function newBasket(): Basket {
  return { id: crypto.randomUUID().slice(0, 8), items: [{ sku: 'kettle', quantity: 1 }] };
}
