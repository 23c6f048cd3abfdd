/** Every sentence a customer can read or hear, on our button and in the dialog. `{…}` is filled in. */
export const english = {
  pay: 'Pay',
  payAmount: 'Pay {amount}',
  title: 'Secure payment',
  close: 'Close',
  frame: 'Payment page',
  test: 'Test mode: no real money moves',
  opening: 'Opening the payment page…',
  earlierPayment: 'Checking an earlier payment for this order…',
  redirecting: 'Taking you to the payment page…',
  ready: 'The payment page is ready.',
  slow: 'Taking longer than usual?',
  fullPage: 'Open in full page',
  timeLeft: '{time} left to pay',
  offline: 'You are offline. Your payment goes on when you are back.',
  confirming: 'Confirming your payment…',
  confirmingText: 'This takes a few seconds.',
  stillConfirming: 'Still confirming. You can close this: the shop will tell you as soon as it is certain.',
  closing: 'Checking your payment before closing…',
  confirmClose: 'Leave the payment?',
  confirmCloseText: 'Your payment is not finished.',
  stay: 'Keep paying',
  leave: 'Leave',
  expired: 'This payment page has timed out',
  expiredText: 'Start again with a fresh page. If you are just about to finish, you can keep paying here.',
  expiredOnServerText: 'No payment was made. Start again with a fresh page.',
  otherTab: 'This order is being paid in another tab',
  otherTabText: 'Finish there, or pay here instead.',
  payHere: 'Pay here',
  startAgain: 'Start again',
  renewing: 'Getting a fresh payment page…',
  completed: 'Payment complete',
  reference: 'Reference {ref}',
  continue: 'Continue',
  failed: 'Payment not completed',
  failedText: 'The payment did not go through. You can try again or use another way to pay.',
  tryAgain: 'Try again',
  pending: 'Your payment is being confirmed',
  pendingText: 'Please do not pay again. The shop will tell you as soon as it is certain.',
  blocked: 'The payment page cannot be shown here',
  blockedText: 'You can pay on the full page instead.',
  error: 'The payment page could not be opened',
  errorText: 'You have not been charged. Please try again in a moment.',
  refusedText: 'You have not been charged. Please tell the shop.',
  offlineText: 'You are offline. Check your connection and try again.',
};

/** The same sentences in one language; `view/language/texts/` has a file for each. */
export type Texts = typeof english;

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)}/g, (whole, name) => String(values[name] ?? whole));
}
