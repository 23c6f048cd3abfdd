import type { CheckoutOptions } from './options.ts';

/**
 * Options that are read when they are needed. No callback is among its keys, so that none is kept by who copies them; each
 * can be had by its name.
 */
export function liveOptions(read: () => CheckoutOptions): CheckoutOptions {
  return new Proxy({} as CheckoutOptions, {
    get: (_, name) => Reflect.get(read(), name),
    ownKeys: () => Reflect.ownKeys(read()).filter((name) => !/^on/.test(String(name))),
    getOwnPropertyDescriptor: (_, name) => ({
      value: Reflect.get(read(), name),
      configurable: true,
      enumerable: true,
    }),
  });
}
