import type { Transaction } from '../ledger/transaction.ts';

/** G18: the origins of the two redirect addresses, those named, or by transaction. */
export type FrameAncestorsRule =
  | 'redirect'
  | readonly string[]
  | ((transaction: Transaction) => readonly string[]);

/** Origins that may frame a transaction's page (G18). */
export function frameAncestors(transaction: Transaction, rule: FrameAncestorsRule): readonly string[] {
  if (typeof rule === 'function') return rule(transaction);
  if (rule !== 'redirect') return rule;
  return [
    ...new Set(
      [transaction.redirectionUrl, transaction.failRedirectionUrl].map((url) => new URL(url).origin),
    ),
  ];
}
