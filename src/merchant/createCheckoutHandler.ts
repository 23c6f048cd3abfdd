import { tellMerchant } from '../gateway/tellMerchant.ts';
import { createHealthCheck } from './health/health.ts';
import { problemResponse } from './http/problem.ts';
import { readLimit } from './http/readLimit.ts';
import { withHeaders } from './http/withHeaders.ts';
import { toPaymentEvent } from './observe/events.ts';
import { limitedLog } from './observe/limitedLog.ts';
import { consoleLogger, redactingLogger } from './observe/logger.ts';
import { oncePerMinute } from './observe/oncePerMinute.ts';
import { createTelemetry } from './observe/telemetry.ts';
import { tell } from './observe/tell.ts';
import type { CheckoutHandler, CheckoutHandlerOptions, FetchContext } from './options.ts';
import type { Background, Parts } from './parts.ts';
import { once } from './platform/once.ts';
import { type PlatformOverrides, thisPlatform } from './platform/platform.ts';
import { platformSha256, toHex } from './platform/sha256.ts';
import { storeClock } from './platform/storeClock.ts';
import { createBreaker } from './poll/breaker.ts';
import { AUTHORIZE_MISSING, readSettings, readSweepEvery } from './settings.ts';
import { createPurge } from './settle/createPurge.ts';
import { createSettler } from './settle/settler.ts';
import { startSweeping } from './settle/startSweeping.ts';
import { toStatusReply } from './status/statusRoute.ts';
import { modeStore } from './store/modeStore.ts';

const PROXY_NOT_TRUSTED =
  'Requests arrive with X-Forwarded-For or Forwarded, and no proxy is trusted: if one of yours stands in front, all its ' +
  'customers count as one address and share one rate limit. Have it send X-Forwarded-For, and say how many proxies add to it: ' +
  'toNodeHandler(handler, { trustedProxies: 1 }).';

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
  const { gateway } = options;
  const store = modeStore(options.store, gateway.test);
  const log = redactingLogger(options.logger ?? consoleLogger());
  const machine = thisPlatform(platform);
  const telemetry = createTelemetry(options, machine.monotonic, log);
  const { onEvent } = options;
  const inHand = new Set<Promise<unknown>>();

  const background: Background = (name, task) => {
    const guarded = task
      .catch((error: unknown) =>
        log.error({ err: error, task: name }, 'Background work failed; the sweep repeats it'),
      )
      .finally(() => inHand.delete(guarded));
    inHand.add(guarded);
  };
  const parts: Parts = {
    gateway,
    store,
    settings,
    timeouts: machine.timeouts,
    clock: storeClock(store, machine),
    sha256: platformSha256(),
    randomHex: (bytes) => toHex(machine.randomBytes(bytes)),
    uuid: machine.uuid,
    wait: machine.wait,
    log,
    limitedLog: limitedLog(log, machine.monotonic),
    oncePerMinute: oncePerMinute(machine.monotonic),
    readLimit: readLimit(settings.limits.readsPerAddress, machine.monotonic),
    telemetry,
    emit: (events, session) => {
      for (const event of events.map((one) => toPaymentEvent(one, session))) {
        telemetry.event(event.type, event.alert);
        tell(event, onEvent, log);
      }
    },
    background,
  };
  if (settings.authorizeIsMissing) log.warn({}, AUTHORIZE_MISSING);
  const settler = createSettler(parts, createBreaker(machine.monotonic));
  const health = createHealthCheck(parts, machine.monotonic);
  const ready = once(() => store.ready());
  // Half of what loading this entry would cost, for those who only call the gateway: loaded with the first request.
  const routes = once(async () => (await import('./routes.ts')).createRoutes(parts, settler, health));

  const purge = createPurge(parts, machine.monotonic);
  const sweep = async () => {
    await ready();
    const result = await settler.sweep();
    await purge();
    return result;
  };
  const warnOfProxy = sayOnce(() => log.warn({}, PROXY_NOT_TRUSTED));
  const every = readSweepEvery(options.sweepEveryMs);
  const stopSweeping = every === false ? async () => {} : startSweeping(sweep, every, log);

  return {
    test: gateway.test,
    async fetch(request, context: FetchContext = {}) {
      if (context.untrustedForwarding === true) warnOfProxy();
      try {
        const [app] = await Promise.all([routes(), ready()]);
        const response = await app.fetch(request, context);
        if (inHand.size > 0) {
          tellMerchant(
            'waitUntil',
            () => context.waitUntil?.(Promise.all(inHand)),
            (err) => log.error({ err }, 'Background work was not handed to the platform'),
          );
        }
        return withHeaders(response);
      } catch (error) {
        log.error({ err: error }, 'A request could not be answered');
        return withHeaders(problemResponse('store_unavailable', { retryAfterMs: 5_000 }));
      }
    },
    async settle(sessionId) {
      await ready();
      const look = await settler.look(sessionId, 'now');
      if (look === null) return null;
      if (look !== 'busy') {
        await look.rest;
        return toStatusReply(look.session, null);
      }
      const stored = await store.getSession(sessionId);
      return stored === null ? null : toStatusReply(stored.value, null);
    },
    sweep,
    async close() {
      await stopSweeping();
      while (inHand.size > 0) await Promise.all(inHand);
    },
  };
}

/** Runs a function on the first call only. */
function sayOnce(say: () => void): () => void {
  let said = false;
  return () => {
    if (said) return;
    said = true;
    say();
  };
}
