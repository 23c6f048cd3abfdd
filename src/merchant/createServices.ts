import { createFramingWatch, type FramingWatch } from './framing/framingWatch.ts';
import { createHealthCheck } from './health/health.ts';
import { createRateLimiter } from './http/rateLimit.ts';
import { createEmit } from './observe/createEmit.ts';
import type { Emit } from './observe/events.ts';
import { createFailureLog } from './observe/failureLog.ts';
import { limitedLog } from './observe/limitedLog.ts';
import { consoleLogger, redactingLogger } from './observe/logger.ts';
import { createTelemetry } from './observe/telemetry.ts';
import type { CheckoutHandlerOptions } from './options.ts';
import { createPayLinks, type PayLinks } from './pay/links/payLinks.ts';
import { readSecrets } from './pay/links/readSecrets.ts';
import { createBackground } from './platform/background.ts';
import { once } from './platform/once.ts';
import { type PlatformOverrides, thisPlatform } from './platform/platform.ts';
import { toHex } from './platform/sha256.ts';
import { type StoreClock, storeClock } from './platform/storeClock.ts';
import type { RoutesContext } from './routes.ts';
import { AUTHORIZE_MISSING, readSettings } from './settings.ts';
import { createPurge } from './settle/createPurge.ts';
import { createSettlement, type Settlement } from './settle/createSettlement.ts';
import { createPaymentHooks, type PaymentHooks } from './shop/paymentHooks.ts';
import { createPriceOrder } from './shop/priceOrder.ts';
import { assertHolder } from './store/assertHolder.ts';
import { modeStore } from './store/modeStore.ts';

/** What the routes are given, and what else the handler calls. */
export interface Services extends RoutesContext {
  readonly clock: StoreClock;
  readonly hooks: PaymentHooks;
  readonly framing: FramingWatch;
  readonly payLinks: PayLinks;
  readonly settlement: Settlement;
  readonly purge: () => Promise<void>;
  /** Resolves when the store can be used. */
  readonly ready: () => Promise<void>;
}

/**
 * Puts together all that one handler works with; each piece is given those above it.
 *
 * @throws CheckoutConfigError naming the option that cannot be.
 */
export function createServices<Principal>(
  options: CheckoutHandlerOptions<Principal>,
  platform: PlatformOverrides,
): Services {
  const settings = readSettings(options);
  const payLinkSecrets = readSecrets(options.payLinks);
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
  return {
    ...records,
    ...{ gateway, settings, limits, timeouts, hooks, priceOrder, settlement, payLinks, framing, ready },
    ...{ randomHex, uuid, wait, background, telemetry, failures, log },
    settler: settlement.settler,
    deliverDetails: settlement.deliverDetails,
    purge: createPurge({ records, limits, monotonic, failures, log }),
    rateLimiter: createRateLimiter({ records, limits, monotonic, learnTime: clock.learn }),
    healthCheck: createHealthCheck({ store, gateway, failures }, monotonic),
    limitedLog: limitedLog(log, monotonic),
    publicAddress: settings,
    confirmWith: settings.confirmWith,
    pollIntervalMs: limits.pollIntervalMs,
    declineEndsPage: gateway.profile.redirect.declineEndsPage,
  };
}
