import { createCheckout as create } from './createCheckout.ts';
import type { Diagnosis } from './diagnose/finding.ts';
import { load as loadFrame } from './frame.ts?lazy';
import type { Checkout, CheckoutOptions } from './options.ts';

/**
 * A Pay button and the payment page it opens. Importing this does nothing; the dialog's code is loaded on intent.
 *
 * @throws CheckoutError `config_invalid`.
 * @example
 * const checkout = createCheckout({ session: '/checkout/session', order: 'A-1001' }).mount('#pay');
 * checkout.on('complete', ({ sessionId }) => …);
 */
export function createCheckout(options: CheckoutOptions): Checkout {
  // Own fields only: what a page adds to `Object.prototype` is no option of this merchant's (T85).
  return create({ __proto__: null, ...options } as never, loadFrame);
}

/**
 * Looks for what is wrong with the checkout on this page: scripts, policies, the merchant's server, its return page. For
 * developers; loaded when it is called. Says what it finds in the console, too.
 *
 * @param options of the checkout; default: those of the first one in the page.
 * @example
 * const { findings } = await diagnose({ session: '/checkout/session', gatewayOrigins: ['https://gateway.example'] });
 */
export async function diagnose(
  options?: Partial<Pick<CheckoutOptions, 'session' | 'gatewayOrigins'>>,
): Promise<Diagnosis> {
  return (await import('./diagnose/diagnose.ts')).diagnose(options);
}

export { CheckoutError, type CheckoutErrorCode, isCheckoutError } from '../checkout/checkoutError.ts';
export type { DisplayItem, SessionDisplay } from '../protocol/page/display.ts';
export type { Outcome, SessionStatus } from '../protocol/page/outcome.ts';
export type { CheckoutSession } from '../protocol/page/session.ts';
export type { SessionStatusReply } from '../protocol/page/status.ts';
export type { Texts } from '../view/language/texts.ts';
export type { Diagnosis, Finding, FindingCode } from './diagnose/finding.ts';
export type { CheckoutDomEvents } from './domEvents.ts';
export type {
  Checkout,
  CheckoutCallbacks,
  CheckoutEvent,
  CheckoutEvents,
  CheckoutEventType,
  CheckoutOptions,
  CheckoutResult,
  CheckoutState,
  CheckoutTrace,
} from './options.ts';
