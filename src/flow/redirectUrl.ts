import { CheckoutError } from './checkoutError.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1])$/;

/**
 * The hosted page's address, parsed: the only form of it that is ever given to a frame or to `location` (T14).
 *
 * @param allowed exact origins; without it every https origin is good, and http on loopback.
 * @throws CheckoutError `invalid_redirect_url`, `origin_not_allowed`.
 */
export function checkRedirectUrl(redirectUrl: unknown, allowed?: readonly string[]): string {
  let url: URL | undefined;
  try {
    url = new URL(redirectUrl as string);
  } catch {
    // Not absolute, not an address: refused below.
  }
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!url || !secure || url.username || url.password) {
    throw new CheckoutError('invalid_redirect_url', 'not a plain https address');
  }
  if (allowed && !allowed.includes(url.origin)) {
    throw new CheckoutError('origin_not_allowed', `${url.origin} is not in gatewayOrigins`);
  }
  return url.href;
}
