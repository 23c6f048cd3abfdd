import { CheckoutError } from './checkoutError.ts';

/** What a parsed address looks like: https, or http on loopback, and no name or password in front of the host. */
const PLAIN = /^(https:\/\/[^/@]+|http:\/\/(([^/@]+\.)?localhost|127[\d.]+|\[::1])(:\d+)?)\//;

/**
 * Whether a customer may be shown this address (T14).
 *
 * @param allowed exact origins, as a list or with spaces between; without it every one is good.
 */
export function isRedirectUrl(url: URL, allowed?: readonly string[] | string): boolean {
  return PLAIN.test(url.href) && (!allowed || `${allowed}`.split(/,| /).includes(url.origin));
}

/**
 * The hosted page's address, parsed: the only form of it that is ever given to a frame or to `location` (T14).
 *
 * @throws CheckoutError `invalid_redirect_url`, `origin_not_allowed`.
 */
export function checkRedirectUrl(redirectUrl: unknown, allowed?: readonly string[] | string): string {
  let url: URL | undefined;
  try {
    url = new URL(redirectUrl as string);
  } catch {
    // Not absolute, not an address: refused below.
  }
  if (!url || !isRedirectUrl(url)) throw new CheckoutError('invalid_redirect_url', 'not plain https');
  if (!isRedirectUrl(url, allowed)) {
    throw new CheckoutError('origin_not_allowed', `${url.origin} is not in gatewayOrigins`);
  }
  return url.href;
}
