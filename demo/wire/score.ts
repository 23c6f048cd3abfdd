/** What became of all orders, as `GET /demo/score` counts them: at the gateway what was paid, in the shop's file what was shipped. */
export interface Score {
  paid: number;
  shipped: number;
  /** Paid a while ago, and not shipped. */
  lost: number;
  /** Shipped more than once. */
  doubled: number;
}
