import { tellMerchant } from '../gateway/tellMerchant.ts';
import { redactText } from '../protocol/gateway/redactText.ts';
import { problemResponse } from './http/problem.ts';
import { withHeaders } from './http/withHeaders.ts';
import type { FailureLog } from './observe/failureLog.ts';
import type { Logger } from './observe/logger.ts';
import type { CheckoutHandler, FetchContext } from './options.ts';
import type { Background } from './platform/background.ts';
import { isStoreError } from './store/storeError.ts';

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
  readonly failures: FailureLog;
  /** In test mode the answer says what the store said, for whoever installs it. */
  readonly test: boolean;
  readonly log: Logger;
}

export interface HandlerFetch {
  /** What is around every answer, whichever route gives it. Never rejects. */
  readonly fetch: CheckoutHandler['fetch'];
  /** Refuses further requests, and waits for those that run. */
  close(): Promise<void>;
}

export function createFetch({
  routes,
  ready,
  background,
  test,
  failures,
  log,
}: HandlerFetchContext): HandlerFetch {
  const running = new Set<Promise<Response>>();
  let hasWarned = false;
  let isClosed = false;

  const answer = async (request: Request, context: FetchContext): Promise<Response> => {
    if (context.untrustedForwarding === true && !hasWarned) {
      hasWarned = true;
      log.warn({}, PROXY_NOT_TRUSTED);
    }
    try {
      const [app] = await Promise.all([routes(), ready()]);
      const response = await app.fetch(request, context);
      if (hasReadStore(response)) failures.succeeded('store');
      const work = background.running();
      if (work !== null) {
        tellMerchant(
          'waitUntil',
          () => context.waitUntil?.(work),
          (err) => log.error({ err }, 'Background work was not handed to the platform'),
        );
      }
      return withHeaders(response);
    } catch (error) {
      failures.failed('store', error, 'A request could not be answered');
      const detail = test && isStoreError(error) ? { detail: redactText(error.message) } : {};
      return withHeaders(problemResponse('store_unavailable', { retryAfterMs: 5_000, ...detail }));
    }
  };

  return {
    async fetch(request, context) {
      if (isClosed) return refusal();
      const answered = answer(request, context ?? {});
      running.add(answered);
      return answered.finally(() => running.delete(answered));
    },
    async close() {
      isClosed = true;
      await Promise.all(running);
    },
  };
}

/** What the routes answer as JSON is from the store. */
function hasReadStore({ ok, headers }: Response): boolean {
  return ok && headers.get('content-type')?.startsWith('application/json') === true;
}

/** The connection is closed, so that the caller's next try opens one, to a server that is not shutting down. */
function refusal(): Response {
  const response = withHeaders(problemResponse('shutting_down', { retryAfterMs: 1_000 }));
  response.headers.set('connection', 'close');
  return response;
}
