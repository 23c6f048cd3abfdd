import type { PartialDetails } from '../../protocol/gateway/transaction.ts';

/** What a notification or a status answer says of a transaction. */
export interface TransactionEvidence {
  kind: 'transaction';
  source: 'notification' | 'status';
  details: PartialDetails;
  /** Whether the gateway client that brought it works in test mode. */
  test: boolean;
  /** A notification should have come long ago. */
  overdue?: boolean;
}

/** What we learned of a session from somebody we may believe. An unsigned notification is not among these. */
export type Evidence =
  | TransactionEvidence
  /** The page can no longer be paid and the gateway, polled after that, does not say it was. */
  | { kind: 'expired'; because: 'age' | 'replaced' }
  /** No page was made, or its address reached nobody. */
  | { kind: 'not_opened'; because: string }
  /** A week without a final answer. */
  | { kind: 'given_up' };
