import type { CheckoutOptions } from './options.ts';

/** Own fields only: what a page adds to `Object.prototype` is no option of this merchant's (T85). */
export function ownOptions(options: CheckoutOptions): CheckoutOptions {
  return { __proto__: null, ...options } as never;
}
