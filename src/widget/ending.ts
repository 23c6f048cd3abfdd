import type { Ending } from '../flow/machine.ts';
import type { CheckoutOptions, CheckoutResult } from './options.ts';
import type { Shared } from './stage.ts';

const EVENTS = { completed: 'complete', failed: 'fail', pending: 'pending', expired: 'expired' } as const;

export function resultOf(ending: Ending): CheckoutResult {
  return 'error' in ending ? { outcome: 'closed', sessionId: ending.sessionId } : ending;
}

/**
 * Tells the outcome once: its own event, `closed` has none.
 *
 * @returns the default action, to be run when the dialog is gone: on to `successUrl` or `failureUrl`, unless prevented.
 */
export function tellOutcome(
  result: CheckoutResult,
  { successUrl, failureUrl }: CheckoutOptions,
  emit: Shared['emit'],
): () => void {
  const { outcome } = result;
  const goOn = outcome === 'closed' || emit(EVENTS[outcome], result);
  const url = outcome === 'completed' ? successUrl : outcome === 'failed' ? failureUrl : undefined;
  return () => {
    if (goOn && url !== undefined) location.assign(url);
  };
}
