/**
 * A colon before any of `/ ? #` makes an address absolute, whatever stands before it: parsers skip blanks and line breaks
 * there (https://url.spec.whatwg.org/#concept-basic-url-parser). All others have the scheme of the page.
 */
const OTHER_SCHEME = /^(?!https?:)[^/?#]*:/i;

/**
 * The one place that says where a customer may not be sent after a payment: anywhere but http(s), since `location` runs a
 * `javascript:` address as a script of this page (T77). Asked for `successUrl` and `failureUrl` when a checkout is made, since
 * each page view pays for that line, and for all three before the customer goes: options may have changed.
 */
export function isUnsafeUrl(url: string | undefined): boolean {
  return OTHER_SCHEME.test(url as string);
}
