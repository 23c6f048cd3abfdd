import { CheckoutError } from '../checkout/checkoutError.ts';
import type { Ending } from '../checkout/machine.ts';
import type { WidgetContext } from './bundles.ts';
import { isUnsafeUrl } from './isUnsafeUrl.ts';
import type { CheckoutOptions, CheckoutResult } from './options.ts';

const EVENTS = { completed: 'complete', failed: 'fail', pending: 'pending', expired: 'expired' } as const;

export function resultOf(ending: Ending): CheckoutResult {
  if ('error' in ending) return { outcome: 'closed', sessionId: ending.sessionId };
  // For the customer's eyes.
  const { email: _, ...result } = ending;
  return result;
}

/**
 * Tells the outcome once: its own event, `closed` has none.
 *
 * @returns the default action, to be run when the dialog is gone: on to `successUrl`, `failureUrl` or `pendingUrl`, unless prevented.
 */
export function emitOutcome(
  result: CheckoutResult,
  options: CheckoutOptions,
  emit: WidgetContext['emit'],
): () => void {
  const { outcome } = result;
  const goOn = outcome === 'closed' || emit(EVENTS[outcome], result);
  return () => {
    const { successUrl, failureUrl, pendingUrl } = options;
    const none = undefined;
    const urls = {
      completed: successUrl,
      failed: failureUrl,
      pending: pendingUrl,
      expired: none,
      closed: none,
    };
    const url = urls[outcome];
    if (!goOn || url === undefined) return;
    try {
      if (isUnsafeUrl(url)) throw url;
      location.assign(url);
    } catch (cause) {
      emit('error', new CheckoutError('config_invalid', 'successUrl, failureUrl, pendingUrl', cause));
    }
  };
}
