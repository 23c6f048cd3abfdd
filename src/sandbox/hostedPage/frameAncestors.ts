import type { Transaction } from '../ledger/transaction.ts';
import type { Settings } from '../options.ts';

/** Origins that may frame a transaction's page (G18). */
export function frameAncestors(line: Transaction, rule: Settings['frameAncestors']): readonly string[] {
  if (typeof rule === 'function') return rule(line);
  if (rule !== 'redirect') return rule;
  return [...new Set([line.redirectionUrl, line.failRedirectionUrl].map((url) => new URL(url).origin))];
}
