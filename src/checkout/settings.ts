/** How long the widget waits, in ms. */
export interface CheckoutTimeouts {
  /** For the merchant's server to answer with a session. */
  session: number;
  /** Until a slow page gets a prominent way out. */
  slow: number;
  /** Until a frame that has not loaded is named. */
  load: number;
  /** For the server's word when the customer closes. */
  leave: number;
  /** For the server's word after the return page, until the outcome is `pending`. */
  confirm: number;
  /** How long "Payment complete" stays before it closes itself. */
  thanks: number;
  /** An address with less life than this is renewed before it is shown. */
  margin: number;
}

export const defaultTimeouts: CheckoutTimeouts = {
  session: 15_000,
  slow: 8_000,
  load: 15_000,
  leave: 3_000,
  confirm: 60_000,
  thanks: 1_500,
  margin: 30_000,
};

/** What the flow needs of `CheckoutOptions`, with nothing left open. */
export interface FlowSettings {
  expiry: 'page' | 'address';
  /** No frame: the customer is sent to the page. */
  fullPage: boolean;
  confirmClose: 'auto' | 'always' | 'never';
  gatewayOrigins: readonly string[] | string | undefined;
  timeouts: CheckoutTimeouts;
}
