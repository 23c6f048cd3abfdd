import { createFetch } from './createFetch.ts';
import { createServices } from './createServices.ts';
import { pathBelow } from './http/pathBelow.ts';
import { type ProblemError, problemResponse } from './http/problem.ts';
import { sayMode } from './observe/sayMode.ts';
import type { CheckoutHandler, CheckoutHandlerOptions } from './options.ts';
import { createOrders } from './orders/createOrders.ts';
import { createInFlight } from './platform/inFlight.ts';
import { takePlace } from './platform/newestHandler.ts';
import { once } from './platform/once.ts';
import type { PlatformOverrides } from './platform/platform.ts';
import { CheckoutSessionError } from './session/sessionError.ts';
import { readSweepEvery } from './settings.ts';
import { startSweeping } from './settle/startSweeping.ts';
import { toStatusReply } from './status/statusRoute.ts';

const REPLACED =
  'A newer handler of this address was made in this process, as by a hot reload: this one stops working in the background';

const CLOSED = 'This handler was closed, and makes no more sessions.';

/**
 * The merchant's side of the checkout as one `Request → Response` function: makes sessions, learns the truth about them,
 * calls `onPayment` for each paid order. Mount it at `publicUrl`'s path, before any body parser.
 *
 * Any number of processes may share one store. Times are the store's.
 *
 * @example
 * const handler = createCheckoutHandler({
 *   gateway: createGateway({ baseUrl, clientId, clientSecret, signatureSecret, test: true }),
 *   store: sqliteStore('./data/checkout.db'),
 *   publicUrl: 'https://shop.example/checkout',
 *   authorize: async (request) => (await sessions.customerOf(request))?.id,
 *   resolveOrder: async (order, { principal }) => orders.priced(order, principal),
 *   onPayment: async (payment, { idempotencyKey }) => orders.ship(payment.orderReference, idempotencyKey),
 * });
 * createServer(toNodeHandler(handler)).listen(3000);
 *
 * @throws CheckoutConfigError naming the option that cannot be.
 */
export function createCheckoutHandler<Principal = unknown>(
  options: CheckoutHandlerOptions<Principal>,
  platform: PlatformOverrides = {},
): CheckoutHandler {
  const services = createServices(options, platform);
  const sweepEveryMs = readSweepEvery(options.sweepEveryMs);
  const { settings, clock, settler, settlement, payLinks, background, failures, log, ready } = services;
  const { test } = services.gateway;

  // Half of what loading this entry would cost, for those who only call the gateway: loaded with the first request.
  const routes = once(async () => (await import('./routes.ts')).createRoutes(services));
  const createSession: CheckoutHandler['createSession'] = async (order, options = {}) => {
    const { serverSession } = await import('./session/serverSession.ts');
    return serverSession(services, order, options);
  };
  const answerProblem = async (request: Request, problem: ProblemError): Promise<Response> => {
    if (pathBelow(settings.basePath, request.url) !== '/pay') {
      return problemResponse(problem.code, problem.details);
    }
    const { payProblem } = await import('./pay/payProblem.ts');
    return payProblem({ settings, randomHex: services.randomHex, test }, request, problem);
  };
  const afterReady =
    <A extends readonly unknown[], T>(call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      await ready();
      return call(...given);
    };
  const sweep = async () => {
    await ready();
    clock.forget();
    const result = await settlement.sweep();
    await services.purge();
    return result;
  };
  const stopSweeping = sweepEveryMs === false ? async () => {} : startSweeping(sweep, sweepEveryMs, failures);
  const place = takePlace(`${settings.publicUrl} ${test ? 'test' : 'live'}`, () => {
    log.debug({ publicUrl: settings.publicUrl }, REPLACED);
    void stopSweeping();
  });
  if (!place.isReplacement) sayMode(log, settings.publicUrl, test);
  const inFlight = createInFlight();

  return {
    test,
    store: options.store,
    fetch: createFetch({ routes, ready, inFlight, answerProblem, background, failures, log, test }),
    createSession: async (order, options) => {
      if (inFlight.isClosed) throw new CheckoutSessionError('shutting_down', CLOSED);
      return inFlight.run(() => createSession(order, options));
    },
    payLink: afterReady(payLinks.create),
    revokePayLink: afterReady(payLinks.revoke),
    revokePayLinks: afterReady(payLinks.revokeAll),
    orders: createOrders({ ...services, test, takesOrphans: services.hooks.onNotification !== undefined }),
    async settle(sessionId) {
      await ready();
      clock.forget();
      const { session, finished } = await settler.sync(sessionId, { force: true });
      await finished;
      return session === null ? null : toStatusReply(session, null);
    },
    sweep,
    async close() {
      place.leave();
      services.framing.close();
      await Promise.all([inFlight.close(), stopSweeping()]);
      await background.drain();
    },
  };
}
