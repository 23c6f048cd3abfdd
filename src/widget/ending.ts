import { CheckoutError } from '../flow/checkoutError.ts';
import type { Ending } from '../flow/machine.ts';
import { hasWrongUrl } from './nextUrl.ts';
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
  options: CheckoutOptions,
  emit: Shared['emit'],
): () => void {
  const { outcome } = result;
  const goOn = outcome === 'closed' || emit(EVENTS[outcome], result);
  return () => {
    if (!goOn || (outcome !== 'completed' && outcome !== 'failed')) return;
    try {
      if (hasWrongUrl(options)) throw new TypeError('not http(s)');
      const url = outcome === 'completed' ? options.successUrl : options.failureUrl;
      if (url !== undefined) location.assign(url);
    } catch (cause) {
      emit('error', new CheckoutError('config_invalid', 'successUrl or failureUrl: no http(s) URL', cause));
    }
  };
}
