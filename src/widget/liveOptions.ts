import type { CheckoutOptions } from './options.ts';

/** The option, unless it only comes from what the page has added to `Object.prototype` (T85). */
export function ownOption(options: CheckoutOptions, name: string | symbol): unknown {
  return Object.hasOwn(options, name) ? options[name as keyof CheckoutOptions] : undefined;
}

/** Under this key such options give all that was handed in, callbacks and unknown names included. */
export const GIVEN: unique symbol = Symbol('given');

/**
 * Options that are read when they are needed. No callback is among its keys, so that none is kept by who copies them; each
 * can be had by its name.
 */
export function liveOptions(read: () => CheckoutOptions): CheckoutOptions {
  return new Proxy({} as CheckoutOptions, {
    get: (_, name) => (name === GIVEN ? read() : ownOption(read(), name)),
    ownKeys: () => Reflect.ownKeys(read()).filter((name) => !/^on/.test(String(name))),
    getOwnPropertyDescriptor: (_, name) => ({
      value: ownOption(read(), name),
      configurable: true,
      enumerable: true,
    }),
  });
}
