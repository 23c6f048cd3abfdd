/** Times that the handler keeps by itself, in milliseconds. No option sets them: no shop has a reason to. Tests shorten them. */
export interface HandlerTimeouts {
  /** How long a request's body may take to arrive (T44). */
  readonly bodyMs: number;
  /** One `hpp.create`. */
  readonly createPageMs: number;
  /** One `transactions.retrieve`. */
  readonly statusCallMs: number;
  /** The durable write of a notification, before it is acknowledged. */
  readonly storeNotificationMs: number;
  /** How long `POST /session` waits for a concurrent request or for a page that ends, before it answers "in progress". */
  readonly concurrentRequestMs: number;
  /** A page is handed out again only if its address is valid for as long as this. */
  readonly reusablePageMs: number;
}

export const DEFAULT_TIMEOUTS: HandlerTimeouts = {
  bodyMs: 10_000,
  createPageMs: 10_000,
  statusCallMs: 5_000,
  storeNotificationMs: 2_000,
  concurrentRequestMs: 3_000,
  reusablePageMs: 20_000,
};
