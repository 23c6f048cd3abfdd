import { tellMerchant } from '../gateway/tellMerchant.ts';
import { problemResponse } from './http/problem.ts';
import { withHeaders } from './http/withHeaders.ts';
import type { Logger } from './observe/logger.ts';
import type { CheckoutHandler, FetchContext } from './options.ts';
import type { Background } from './platform/background.ts';

const PROXY_NOT_TRUSTED =
  'Requests arrive with X-Forwarded-For or Forwarded, and no proxy is trusted: if one of yours stands in front, all its ' +
  'customers count as one address and share one rate limit. Have it send X-Forwarded-For, and say how many proxies add to it: ' +
  'toNodeHandler(handler, { trustedProxies: 1 }).';

export interface HandlerFetchContext {
  /** The routes, loaded with the first request. */
  readonly routes: () => Promise<{
    fetch(request: Request, context: FetchContext): Response | Promise<Response>;
  }>;
  /** Resolves when the store can be used. */
  readonly ready: () => Promise<void>;
  readonly background: Pick<Background, 'running'>;
  readonly log: Logger;
}

/** The handler's `fetch`: what is around every answer, whichever route gives it. Never rejects. */
export function createFetch({
  routes,
  ready,
  background,
  log,
}: HandlerFetchContext): CheckoutHandler['fetch'] {
  let hasWarned = false;
  return async (request, given) => {
    const context = given ?? {};
    if (context.untrustedForwarding === true && !hasWarned) {
      hasWarned = true;
      log.warn({}, PROXY_NOT_TRUSTED);
    }
    try {
      const [app] = await Promise.all([routes(), ready()]);
      const response = await app.fetch(request, context);
      const running = background.running();
      if (running !== null) {
        tellMerchant(
          'waitUntil',
          () => context.waitUntil?.(running),
          (err) => log.error({ err }, 'Background work was not handed to the platform'),
        );
      }
      return withHeaders(response);
    } catch (error) {
      log.error({ err: error }, 'A request could not be answered');
      return withHeaders(problemResponse('store_unavailable', { retryAfterMs: 5_000 }));
    }
  };
}
