import type { StuckReason } from './types.ts';

/**
 * What each reason means, and what a person does about it. In the order in which they are listed: most urgent first. `<order>`
 * stands for the order in a command: `orderWord` has it.
 */
export const REASONS: Readonly<Record<StuckReason, { explanation: string; remedy: string }>> = {
  fulfilment_failing: {
    explanation: 'The order is paid, and onPayment fails: the customer waits for what was bought.',
    remedy:
      'Mend what the error names. onPayment is called again by itself, at least once an hour; "orders retry <order>" calls it now.',
  },
  fulfilment_waiting: {
    explanation: 'The order is paid, and onPayment has not finished.',
    remedy:
      'Does a process with this handler run, and sweep (sweepEveryMs)? Was one killed, its lease ends within a minute. "orders retry <order>" calls onPayment now.',
  },
  underpaid_held: {
    explanation:
      'The order is paid, and costs more by now than was paid, or costs it in another currency. It is held.',
    remedy:
      'Collect the rest, or refund; or have resolveOrder name the sum that was paid: the order is then fulfilled by itself.',
  },
  sweep_overdue: {
    explanation:
      'Work on this session has been due for minutes, and nobody does it: no handler of this mode sweeps.',
    remedy:
      'Start a process with this handler and without "sweepEveryMs: false", or call handler.sweep() from a timer. Its log says why a sweep fails.',
  },
  release_failing: {
    explanation:
      'The order will not be paid, and onUnpaid has not finished: what is kept for it is not released.',
    remedy: 'Mend what the error names. onUnpaid is called again by itself, at least once an hour.',
  },
  pending_failing: {
    explanation:
      'The customer has finished on the payment page, the money comes later, and onPending has not finished.',
    remedy: 'Mend what the error names. onPending is called again by itself, at least once an hour.',
  },
  unresolved: {
    explanation: 'The gateway gave no final answer for a week; it is not asked by itself any more.',
    remedy: 'Ask the operator by the PSP id. "orders ask <order>" asks the gateway once more.',
  },
  pending_too_long: {
    explanation:
      'The customer has come back from the payment page, and the gateway says that the payment is still under way.',
    remedy:
      'A bank transfer or voucher may take days. For a card ask the operator by the PSP id. "orders ask <order>" asks the gateway now.',
  },
  unanswered: {
    explanation: 'The payment page has ended, and the gateway has not said how.',
    remedy:
      '"orders ask <order>" asks the gateway now, and says what it answers; /health says whether it can be reached.',
  },
  creating_too_long: {
    explanation: 'A payment page was asked for, and whether the gateway made one is not known.',
    remedy: '"orders ask <order>" asks the gateway now. Until then the order can get no other page.',
  },
  details_failing: {
    explanation:
      'The order is paid, and onPaymentDetails fails: the card token may be lost when the gateway stops sending.',
    remedy: 'Mend what the error names, soon; then have the operator send the notification again.',
  },
  details_missing: {
    explanation:
      'The order is paid, and no notification brought the payment’s details; the status answer has no card token.',
    remedy: 'Is the CallBackURL reachable from outside? Have the operator send the notification again.',
  },
  orphan_notification: {
    explanation:
      'The gateway signed a notification that belongs to no session of this store, and there is no onNotification.',
    remedy:
      'Whose payment is it? Give the handler an onNotification for direct payments and payouts; after a restore, look the order up at the operator.',
  },
};
