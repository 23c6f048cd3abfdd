/** What our button says. `{…}` is filled in. */
export const buttonInEnglish = {
  pay: 'Pay',
  payAmount: 'Pay {amount}',
  /** The words of the law, in each language of the European Union: `demo/docs/button-wording.md` has where each stands. */
  payOrder: 'Order with obligation to pay',
};

/** Every sentence a customer can read or hear in the dialog. */
export const dialogInEnglish = {
  title: 'Secure payment',
  close: 'Close',
  frame: 'Payment page',
  test: 'Test mode: no real money moves',
  testTag: 'Test',
  order: 'Your order',
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
  stillConfirming: 'You can close this: the shop will tell you as soon as it is certain.',
  closing: 'Checking your payment…',
  confirmClose: 'Leave without paying?',
  confirmCloseText: 'Your payment is not finished.',
  stay: 'Keep paying',
  leave: 'Leave',
  expired: 'This payment page has timed out',
  expiredText:
    'Start again with a fresh page. If you are almost done, you can keep paying here. Got a number or bank details? Pay with those.',
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
  failedText: 'You have not been charged. You can try again or use another way to pay.',
  declined: 'Payment declined',
  cancelled: 'Payment cancelled',
  notCharged: 'You have not been charged.',
  tryAgain: 'Try again',
  pending: 'Your payment is being confirmed',
  pendingText: 'Do not pay again. The shop will tell you as soon as it is certain.',
  processingText:
    'Got a number or bank details? Pay with those. The shop will tell you as soon as it is certain.',
  blocked: 'The payment page cannot be shown here',
  blockedText: 'You can pay on the full page instead.',
  error: 'The payment page could not be opened',
  errorText: 'You have not been charged. Please try again in a moment.',
  refusedText: 'You have not been charged. Please tell the shop.',
  offlineText: 'You are offline. Check your connection and try again.',
};

export type DialogTexts = typeof dialogInEnglish;

/** The same sentences in one language; `view/language/texts/` has a file for each. */
export type Texts = DialogTexts & typeof buttonInEnglish;

export const english: Texts = { ...buttonInEnglish, ...dialogInEnglish };

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)}/g, (whole, name) => String(values[name] ?? whole));
}
