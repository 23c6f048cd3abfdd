/** How long the widget waits, in ms. */
export interface CheckoutTimeouts {
  /** For the merchant's server to answer with a session. */
  session: number;
  /** Until a slow page gets a prominent way out. */
  slow: number;
  /** Until a page that has loaded, and gives no sign of life, is offered as a full page: it may have refused to be framed. */
  untouched: number;
  /** Until a frame that has not loaded is named. */
  load: number;
  /** For the session's status when the customer closes. */
  closeStatus: number;
  /** For the final status after the return page; then the outcome is `pending`. */
  confirm: number;
  /** How long "Payment complete" stays before it closes itself; longer while the focus is on its button. */
  successMessage: number;
  /** An address with less life than this is renewed before it is shown. */
  renewBefore: number;
}

export const defaultTimeouts: CheckoutTimeouts = {
  session: 15_000,
  slow: 8_000,
  untouched: 4_000,
  load: 15_000,
  closeStatus: 3_000,
  confirm: 60_000,
  successMessage: 4_000,
  renewBefore: 30_000,
};

/** What the checkout needs of `CheckoutOptions`, with nothing left open. */
export interface CheckoutConfig {
  /** `redirect`: no frame, the customer is sent to the page. Only a `modal` dialog is closed by Back. */
  presentation: 'modal' | 'inline' | 'redirect';
  expiry: 'page' | 'address';
  confirmClose: 'auto' | 'always' | 'never';
  gatewayOrigins: readonly string[] | string | undefined;
  timeouts: CheckoutTimeouts;
}
