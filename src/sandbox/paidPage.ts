/** What the customer answers when the card's issuer asks (3-D Secure). */
export type ThreeDSAnswer = 'approve' | 'decline' | 'abandon';

/** What came of paying a hosted page. */
export interface PaidPage {
  /**
   * `completed`; `declined`, with the page still there for another card; `failed` when the page has sent the customer to the
   * failure address; `pending` when no final word is known; `expired` when the page's two minutes were over.
   */
  outcome: 'completed' | 'declined' | 'failed' | 'pending' | 'expired';
  /** Where the hosted page sends the customer, with its query; `null` while it stays. Nobody has been there yet. */
  returnUrl: string | null;
  /** Whether the shop has acknowledged a notification of this payment; `null` when it was not waited for. */
  notified: boolean | null;
}
