import { createCheckout } from './createCheckout.ts';
import { load as loadFrame } from './frame.ts?lazy';
import { liveOptions, ownOption } from './liveOptions.ts';
import type { Checkout, CheckoutOptions } from './options.ts';

const EVENTS = [
  'ready',
  'open',
  'load',
  'expiring',
  'expired',
  'complete',
  'fail',
  'pending',
  'close',
  'error',
  'event',
] as const;

/**
 * A checkout whose options may change after it was made: each is read when it is needed, callbacks when they are called.
 * For the wrappers, whose frameworks hand in new values at any time. What an open dialog has read stays as it is.
 *
 * @throws CheckoutError `config_invalid`.
 */
export function createLiveCheckout(read: () => CheckoutOptions): Checkout {
  const checkout = createCheckout(liveOptions(read), loadFrame);
  // The newest callback is called, not the one of the start.
  for (const type of EVENTS) {
    checkout.on(type as 'event', (detail) => {
      const callback = ownOption(read(), `on${type[0]?.toUpperCase()}${type.slice(1)}`);
      if (typeof callback === 'function') callback(detail);
    });
  }
  return checkout;
}
