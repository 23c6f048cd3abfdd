/** The outcome that the customer sees. `completed` and `failed` come from the server alone; see `outcomeOfStatus`. */
export type Outcome = 'completed' | 'failed' | 'pending' | 'closed' | 'expired';

/** A session's status at the merchant's server. */
export type SessionStatus = 'open' | 'pending' | 'completed' | 'failed' | 'expired';

export const SESSION_STATUSES = [
  'open',
  'pending',
  'completed',
  'failed',
  'expired',
] as const satisfies readonly SessionStatus[];

/** A status after which the server will not be asked again. `pending` is not one: money may still arrive. */
export function isFinalStatus(status: SessionStatus): status is 'completed' | 'failed' | 'expired' {
  return status === 'completed' || status === 'failed' || status === 'expired';
}

/** The outcome for a customer who closes the dialog while the server's status is `status`. */
export function outcomeOfStatus(status: SessionStatus): Outcome {
  return status === 'open' ? 'closed' : status;
}
