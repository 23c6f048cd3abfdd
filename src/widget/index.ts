import { createCheckout as create } from './createCheckout.ts';
import type { Checkout, CheckoutOptions } from './options.ts';
import type { StageTwo } from './stage.ts';

/**
 * A Pay button and the payment page it opens. Importing this does nothing; the dialog's code is loaded on intent.
 *
 * @throws CheckoutError `config_invalid`.
 * @example
 * const checkout = createCheckout({ session: '/checkout/session', order: 'A-1001' }).mount('#pay');
 * checkout.on('complete', ({ sessionId }) => …);
 */
export function createCheckout(options: CheckoutOptions): Checkout {
  return create(options, (): Promise<StageTwo> => import('./stageTwo.ts'));
}

export { CheckoutError, type CheckoutErrorCode, isCheckoutError } from '../flow/checkoutError.ts';
export type { Outcome, SessionStatus } from '../protocol/page/outcome.ts';
export type { CheckoutSession } from '../protocol/page/session.ts';
export type { SessionStatusReply } from '../protocol/page/status.ts';
export type {
  Checkout,
  CheckoutCallbacks,
  CheckoutEvent,
  CheckoutEvents,
  CheckoutEventType,
  CheckoutOptions,
  CheckoutResult,
  CheckoutState,
} from './options.ts';
