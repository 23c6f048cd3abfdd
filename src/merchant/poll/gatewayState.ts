import type { TransactionState } from '../../protocol/gateway/transaction.ts';

/** What the gateway answers when it is polled about a session. */
export type GatewayState =
  | TransactionState
  /** Paid, but the answer does not say which sum or which payment: the notification settles it. */
  | 'unconfirmed'
  /** The gateway knows no such transaction. */
  | 'not_found'
  /** The gateway did not answer. */
  | 'unreachable';

/** Whether this state ends the whole page, not only one card: its customer cancelled it, or it expired. */
export function endsPage(state: GatewayState | undefined): boolean {
  return state === 'cancelled' || state === 'expired';
}
