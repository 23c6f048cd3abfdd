import { createFetch } from './createFetch.ts';
import { createFramingWatch } from './framing/framingWatch.ts';
import { createHealthCheck } from './health/health.ts';
import { pathBelow } from './http/pathBelow.ts';
import { type ProblemError, problemResponse } from './http/problem.ts';
import { createRateLimiter } from './http/rateLimit.ts';
import { createEmit } from './observe/createEmit.ts';
import type { Emit } from './observe/events.ts';
import { createFailureLog } from './observe/failureLog.ts';
import { limitedLog } from './observe/limitedLog.ts';
import { consoleLogger, redactingLogger } from './observe/logger.ts';
import { sayMode } from './observe/sayMode.ts';
import { createTelemetry } from './observe/telemetry.ts';
import type { CheckoutHandler, CheckoutHandlerOptions } from './options.ts';
import { createOrders } from './orders/createOrders.ts';
import { createPayLinks } from './pay/links/payLinks.ts';
import { readSecrets } from './pay/links/readSecrets.ts';
import { createBackground } from './platform/background.ts';
import { createInFlight } from './platform/inFlight.ts';
import { takePlace } from './platform/newestHandler.ts';
import { once } from './platform/once.ts';
import { type PlatformOverrides, thisPlatform } from './platform/platform.ts';
import { toHex } from './platform/sha256.ts';
import { storeClock } from './platform/storeClock.ts';
import { CheckoutSessionError } from './session/sessionError.ts';
import { AUTHORIZE_MISSING, readSettings, readSweepEvery } from './settings.ts';
import { createPurge } from './settle/createPurge.ts';
import { createSettlement } from './settle/createSettlement.ts';
import { startSweeping } from './settle/startSweeping.ts';
import { createPaymentHooks } from './shop/paymentHooks.ts';
import { createPriceOrder } from './shop/priceOrder.ts';
import { toStatusReply } from './status/statusRoute.ts';
import { assertHolder } from './store/assertHolder.ts';
import { modeStore } from './store/modeStore.ts';

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
  const settings = readSettings(options);
  const payLinkSecrets = readSecrets(options.payLinks);
  const sweepEveryMs = readSweepEvery(options.sweepEveryMs);
  const { limits } = settings;
  const { gateway } = options;
  const { decimals } = gateway.profile.limits;
  const { monotonic, wait, uuid, timeouts, ...machine } = thisPlatform(platform);

  const log = redactingLogger(options.logger ?? consoleLogger());
  if (settings.authorizeIsMissing) log.warn({}, AUTHORIZE_MISSING);
  const telemetry = createTelemetry(options, monotonic, log);
  const failures = createFailureLog(log, monotonic);
  const background = createBackground(failures);
  const store = modeStore(options.store, gateway.test);
  const clock = storeClock(store, { monotonic, wall: machine.wall });
  const framing = createFramingWatch({
    ...{ monotonic, background, log, test: gateway.test },
    fetch: machine.fetch,
    later: machine.later,
    headLivePage: gateway.profile.redirect.headLivePage,
    merchantOrigins: settings.merchantOrigins,
    gatewayOrigins: settings.gatewayOrigins,
  });
  const report = createEmit({ onEvent: options.onEvent, telemetry, log });
  const emit: Emit = (events, session) => {
    report(events, session);
    framing.onEvents(events, session);
  };
  const { unpaidGraceMs } = limits;
  const records = { store, clock, emit, decimals, ...(options.onUnpaid && { unpaidGraceMs }) };
  const hooks = createPaymentHooks({ options, hookTimeoutMs: limits.hookTimeoutMs, telemetry });
  const priceOrder = createPriceOrder({
    resolveOrder: settings.resolveOrder,
    answerTimeoutMs: limits.answerTimeoutMs,
    decimals,
  });
  const settlement = createSettlement({
    gateway,
    records,
    settings,
    timeouts,
    hooks,
    priceOrder,
    telemetry,
    failures,
    log,
    monotonic,
  });
  const { settler } = settlement;
  const purge = createPurge({ records, limits, monotonic, failures, log });
  const ready = once(async () => {
    await store.ready();
    // Without its client id nobody can be charged anyway: that is the gateway client's error to tell.
    const holder = options.merchant ?? (await gateway.account?.().catch(() => undefined));
    if (holder !== undefined) await assertHolder(store, holder);
  });
  const randomHex = (bytes: number) => toHex(machine.randomBytes(bytes));
  const payLinks = createPayLinks({
    store,
    scope: { publicUrl: settings.publicUrl, test: gateway.test },
    secrets: payLinkSecrets,
    apps: settings.appReturnUrls,
    limits,
    randomHex,
  });
  // Half of what loading this entry would cost, for those who only call the gateway: loaded with the first request.
  const routesContext = {
    ...records,
    gateway,
    settings,
    limits,
    timeouts,
    hooks,
    priceOrder,
    settler,
    deliverDetails: settlement.deliverDetails,
    rateLimiter: createRateLimiter({ records, limits, monotonic, learnTime: clock.learn }),
    healthCheck: createHealthCheck({ store, gateway, failures }, monotonic),
    publicAddress: settings,
    confirmWith: settings.confirmWith,
    pollIntervalMs: limits.pollIntervalMs,
    declineEndsPage: gateway.profile.redirect.declineEndsPage,
    randomHex,
    uuid,
    wait,
    background,
    telemetry,
    failures,
    log,
    limitedLog: limitedLog(log, monotonic),
    payLinks,
    framing,
  };
  const routes = once(async () => (await import('./routes.ts')).createRoutes(routesContext));
  const createSession: CheckoutHandler['createSession'] = async (order, options = {}) => {
    const { serverSession } = await import('./session/serverSession.ts');
    return serverSession({ ...routesContext, ready }, order, options);
  };
  const answerProblem = async (request: Request, problem: ProblemError): Promise<Response> => {
    if (pathBelow(settings.basePath, request.url) !== '/pay') {
      return problemResponse(problem.code, problem.details);
    }
    const { payProblem } = await import('./pay/payProblem.ts');
    return payProblem({ settings, randomHex, test: gateway.test }, request, problem);
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
    await purge();
    return result;
  };
  const stopSweeping = sweepEveryMs === false ? async () => {} : startSweeping(sweep, sweepEveryMs, failures);
  const place = takePlace(`${settings.publicUrl} ${gateway.test ? 'test' : 'live'}`, () => {
    log.debug({ publicUrl: settings.publicUrl }, REPLACED);
    void stopSweeping();
  });
  if (!place.isReplacement) sayMode(log, settings.publicUrl, gateway.test);
  const inFlight = createInFlight();

  const orders = createOrders({
    ...records,
    ready,
    settler,
    limits,
    wait,
    test: gateway.test,
    takesOrphans: hooks.onNotification !== undefined,
  });

  return {
    test: gateway.test,
    store: options.store,
    fetch: createFetch({
      ...{ routes, ready, inFlight, answerProblem, background, failures, log },
      test: gateway.test,
    }),
    createSession: async (order, options) => {
      if (inFlight.isClosed) throw new CheckoutSessionError('shutting_down', CLOSED);
      return inFlight.run(() => createSession(order, options));
    },
    payLink: afterReady(payLinks.create),
    revokePayLink: afterReady(payLinks.revoke),
    revokePayLinks: afterReady(payLinks.revokeAll),
    orders,
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
      framing.close();
      await Promise.all([inFlight.close(), stopSweeping()]);
      await background.drain();
    },
  };
}
