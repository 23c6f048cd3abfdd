import { isPlainObject } from '../help/isPlainObject.ts';
import { namesOf } from '../help/namesOf.ts';
import { unknownNames } from '../help/unknownNames.ts';
import type { CheckoutHandlerOptions } from './options.ts';

const OPTIONS = namesOf<CheckoutHandlerOptions>({
  gateway: true,
  store: true,
  publicUrl: true,
  resolveOrder: true,
  authorize: true,
  onPayment: true,
  onPaymentDetails: true,
  onUnpaid: true,
  onLatePayment: true,
  onPending: true,
  onNotification: true,
  onUnderpaid: true,
  onEvent: true,
  confirmWith: true,
  allowedOrigins: true,
  gatewayOrigins: true,
  successUrl: true,
  failureUrl: true,
  pendingUrl: true,
  continueUrl: true,
  appReturnUrls: true,
  shopName: true,
  shopLogo: true,
  shopStyle: true,
  wording: true,
  payLinks: true,
  merchant: true,
  limits: true,
  logger: true,
  tracer: true,
  meter: true,
  sweepEveryMs: true,
});

/**
 * One sentence for each option that there is not, with the one that was probably meant. A misspelled one is an error and no
 * warning: with `onpayment` in place of `onPayment` a shop would take money and ship nothing.
 *
 * @param limits the names of all limits.
 */
export function unknownOptions(options: object, limits: readonly string[]): string[] {
  const given: unknown = (options as { limits?: unknown }).limits;
  return [
    ...unknownNames('option of createCheckoutHandler', options, OPTIONS),
    ...(isPlainObject(given) ? unknownNames('limit in limits', given, limits) : []),
  ];
}
