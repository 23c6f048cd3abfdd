import { createCheckout } from './index.ts';
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
  // No callback is among its keys, so none is kept at the start; `on` calls the newest instead.
  const options = new Proxy({} as CheckoutOptions, {
    get: (_, name) => Reflect.get(read(), name),
    ownKeys: () => Reflect.ownKeys(read()).filter((name) => !/^on/.test(String(name))),
    getOwnPropertyDescriptor: (_, name) => ({
      value: Reflect.get(read(), name),
      configurable: true,
      enumerable: true,
    }),
  });
  const checkout = createCheckout(options);
  for (const type of EVENTS) {
    checkout.on(type as 'event', (detail) => {
      const callback: unknown = Reflect.get(read(), `on${type[0]?.toUpperCase()}${type.slice(1)}`);
      if (typeof callback === 'function') callback(detail);
    });
  }
  return checkout;
}
