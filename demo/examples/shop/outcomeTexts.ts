import type { Outcome } from 'hpp-checkout';

/** What the customer reads after the payment page has gone. */
export const outcomeTexts: Record<Outcome, string> = {
  completed: 'Thank you. Your kettle is on its way.',
  failed: 'The payment did not go through. Nothing was taken.',
  pending: 'We do not know yet. We will write to you.',
  closed: 'You closed the payment page. Nothing was paid.',
  expired: 'The payment page ran out. Start again.',
};
