import { english as dialog, type Texts } from './texts.ts';

/** Every sentence of the return page; `view/language/returnTexts/` has a file for each language but English. */
export interface ReturnTexts {
  title: string;
  confirming: { title: string; text: string };
  completed: { title: string; text: string };
  failed: { title: string; text: string };
  expired: { title: string; text: string };
  slow: { title: string; text: string };
  /** The gateway says that the money comes later. In the dialog's words. */
  pending: { title: string; text: string };
  unknown: { title: string; text: string };
  back: string;
  backToApp: string;
  test: string;
}

/** What the dialog says, too. */
export function pendingOf({
  pending,
  processingText,
}: Pick<Texts, 'pending' | 'processingText'>): ReturnTexts['pending'] {
  return { title: pending, text: processingText };
}

export const english: ReturnTexts = {
  title: 'Your payment',
  confirming: {
    title: 'Confirming your payment',
    text: 'This takes a few seconds. Please keep this page open.',
  },
  completed: { title: 'Payment completed', text: 'Thank you. Your payment has arrived.' },
  failed: {
    title: 'Payment not completed',
    text: 'The payment did not go through. You can try again or pay another way.',
  },
  expired: {
    title: 'The payment page has expired',
    text: 'It is open for a short time only. You can start again.',
  },
  slow: {
    title: 'Still confirming',
    text: 'The bank is taking longer than usual. You may leave this page: the shop will learn the result.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Payment not found', text: 'This address belongs to no payment that we know.' },
  back: 'Back to the shop',
  backToApp: 'Back to the app',
  test: 'Test payment',
};
