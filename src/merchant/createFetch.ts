import { tellMerchant } from '../gateway/tellMerchant.ts';
import { redactText } from '../protocol/gateway/redactText.ts';
import { ProblemError } from './http/problem.ts';
import { withHeaders } from './http/withHeaders.ts';
import type { FailureLog } from './observe/failureLog.ts';
import type { Logger } from './observe/logger.ts';
import type { CheckoutHandler, FetchContext } from './options.ts';
import type { Background } from './platform/background.ts';
import type { InFlight } from './platform/inFlight.ts';
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
  readonly inFlight: InFlight;
  /** What is answered where no route can be asked. */
  readonly answerProblem: (request: Request, problem: ProblemError) => Promise<Response>;
  readonly background: Pick<Background, 'running'>;
  readonly failures: FailureLog;
  /** In test mode the answer says what the store said, for whoever installs it. */
  readonly test: boolean;
  readonly log: Logger;
}

/** What is around every answer, whichever route gives it. Never rejects. Once all is closed it refuses. */
export function createFetch({
  routes,
  ready,
  inFlight,
  answerProblem,
  background,
  test,
  failures,
  log,
}: HandlerFetchContext): CheckoutHandler['fetch'] {
  let hasWarned = false;

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
      const problem = new ProblemError('store_unavailable', { retryAfterMs: 5_000, ...detail });
      return withHeaders(await answerProblem(request, problem));
    }
  };

  return async (request, context) =>
    inFlight.isClosed ? refuse(answerProblem, request) : inFlight.run(() => answer(request, context ?? {}));
}

/** What the routes answer as JSON is from the store. */
function hasReadStore({ ok, headers }: Response): boolean {
  return ok && headers.get('content-type')?.startsWith('application/json') === true;
}

/** The connection is closed, so that the caller's next try opens one, to a server that is not shutting down. */
async function refuse(
  answerProblem: HandlerFetchContext['answerProblem'],
  request: Request,
): Promise<Response> {
  const problem = new ProblemError('shutting_down', { retryAfterMs: 1_000 });
  const response = withHeaders(await answerProblem(request, problem));
  response.headers.set('connection', 'close');
  return response;
}
