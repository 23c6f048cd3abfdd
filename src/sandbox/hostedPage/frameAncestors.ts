import type { Transaction } from '../ledger/transaction.ts';
import type { Settings } from '../options.ts';

/** Origins that may frame a transaction's page (G18). */
export function frameAncestors(
  transaction: Transaction,
  rule: Settings['frameAncestors'],
): readonly string[] {
  if (typeof rule === 'function') return rule(transaction);
  if (rule !== 'redirect') return rule;
  return [
    ...new Set(
      [transaction.redirectionUrl, transaction.failRedirectionUrl].map((url) => new URL(url).origin),
    ),
  ];
}
