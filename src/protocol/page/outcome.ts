/** What the customer is told. `completed` and `failed` come from the server alone; see `outcomeOfStatus`. */
export type Outcome = 'completed' | 'failed' | 'pending' | 'closed' | 'expired';

/** What the merchant's server says of a session. */
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

/** What a customer is told who leaves while the server says `status`. */
export function outcomeOfStatus(status: SessionStatus): Outcome {
  return status === 'open' ? 'closed' : status;
}
