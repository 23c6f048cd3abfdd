import type { Context, MiddlewareHandler } from 'hono';
import type { DemoConfig } from '../config.ts';

/** A strict policy, as a shop that takes payments should have: the checkout needs nothing beyond it. */
export function setPageHeaders(
  context: Context,
  nonce: string,
  { merchant, gateway }: Pick<DemoConfig, 'merchant' | 'gateway'>,
): void {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src 'self' ${merchant.origin}`,
    // The return page of the merchant's server comes into the same frame after the gateway's page.
    `frame-src 'self' ${gateway.origin} ${merchant.origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
  context.header('content-security-policy', policy);
  context.header('cache-control', 'no-store');
  context.header('x-content-type-options', 'nosniff');
  context.header('referrer-policy', 'strict-origin-when-cross-origin');
}

/** For files whose name changes with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Sets `cache-control` by the path of the file. That a file is missing is not kept: while the demo is built anew, files
 * are away for a moment and come back under the same name.
 */
export function cached(controlOf: (path: string) => string): MiddlewareHandler {
  return async (context, next) => {
    await next();
    context.header('cache-control', context.res.ok ? controlOf(context.req.path) : 'no-store');
  };
}
