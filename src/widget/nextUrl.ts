import type { CheckoutOptions } from './options.ts';

/**
 * A colon before any of `/ ? #` makes an address absolute, whatever stands before it: parsers skip blanks and line breaks
 * there (https://url.spec.whatwg.org/#concept-basic-url-parser). All others have the scheme of the page.
 */
const OTHER_SCHEME = /^(?!https?:)[^/?#]*:/i;

/**
 * The one place that says where a customer may be sent to after a payment: http(s) only, since `location` runs a
 * `javascript:` address as a script of this page (T77). Asked when a checkout is made, and again before the customer goes,
 * since options may have changed.
 */
export function hasWrongUrl(options: CheckoutOptions): boolean {
  return OTHER_SCHEME.test(options.successUrl as string) || OTHER_SCHEME.test(options.failureUrl as string);
}
