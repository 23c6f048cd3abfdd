import { describeProfile } from '../protocol/gateway/describeProfile.ts';
import { platformHmac } from '../protocol/gateway/hmac.ts';
import { createRequestLog } from './api/requestLog.ts';
import type { SandboxClock } from './clock/clock.ts';
import { parseDuration } from './clock/duration.ts';
import { platformTimers } from './clock/timers.ts';
import { createTrigger } from './control/trigger.ts';
import { notificationView, tokenView, transactionView } from './control/views.ts';
import { controlRoutes } from './controlRoutes/routes.ts';
import { createFoundation } from './createFoundation.ts';
import { createPayments } from './createPayments.ts';
import { createRoutes } from './createRoutes.ts';
import { fetchAdapter } from './faults/fetchAdapter.ts';
import { createHostedPageService } from './hostedPage/createHostedPageService.ts';
import { checkRedirectSignature, redirectAddress } from './hostedPage/redirect.ts';
import { inspectorRoutes } from './inspector/routes.ts';
import { type Listening, type ListenOptions, listenOn } from './listen.ts';
import type { Notifier } from './notify/notifier.ts';
import { isLoopbackName } from './notify/target.ts';
import { type SandboxOptions, withDefaults } from './options.ts';
import { payPage } from './payPage.ts';
import type { Sandbox } from './sandbox.ts';
import { refuseUnknownListenOptions, refuseUnknownOptions } from './unknownOptions.ts';

/**
 * A whole gateway in this process: every endpoint of the interface document, the hosted page, notifications, and controls for
 * clock, faults and triggers. Nothing here moves money, and real cards are refused.
 *
 * @example
 * const sandbox = createSandbox({ seed: 1, clock: 'manual' });
 * const gateway = createGateway({ baseUrl: 'http://sandbox.localhost', transport: sandbox.fetch, test: true, ...sandbox.credentials });
 *
 * @throws RangeError for an option that cannot be meant, Error when the folder cannot be used.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  refuseUnknownOptions(options);
  const resolved = withDefaults(options);
  const { profile, credentials, publicUrl } = resolved;
  const secret = credentials.signatureSecret;
  checkRedirectSignature(profile, secret);
  const hmac = platformHmac();

  const foundation = createFoundation(options, resolved);
  const { store, clock, ids, events, faults } = foundation;
  const { now } = clock;
  const payments = createPayments(foundation, resolved, { hmac, deliver: options.deliver });
  const { ledger, vault, balances, notifier, paymentProcessor } = payments;
  const hostedPage = createHostedPageService({
    profile,
    store,
    ledger,
    vault,
    paymentProcessor,
    now,
    redirectTo: (transaction) => redirectAddress(transaction, profile, secret, hmac),
    merchantName: resolved.merchantName,
    pageDriver: resolved.pageDriver,
    methods: resolved.methods,
    maxTries: resolved.maxTries,
    testCards: resolved.cards,
    frameAncestors: resolved.frameAncestors,
  });
  const { acquirer } = resolved;
  const trigger = createTrigger({ profile, store, ledger, vault, paymentProcessor, ids, now, acquirer });

  let listening: Listening | null = null;
  const log = createRequestLog(now, events);
  const baseOf = (request: Request) => publicUrl ?? listening?.url ?? new URL(request.url).origin;
  /** The banks' pages alone. */
  let banks: Listening | null = null;
  /** Under the name that the customer has for this machine. */
  const onPort = (listens: Listening | null, request: Request) => {
    const { protocol, hostname, origin } = new URL(request.url);
    return listens === null ? origin : `${protocol}//${hostname}:${listens.port}`;
  };
  const routes = createRoutes(foundation, payments, resolved, {
    hostedPage,
    log,
    hmac,
    baseOf,
    bankBase: (request) => resolved.bankUrl ?? publicUrl ?? onPort(banks, request),
    pageBase: (request) => publicUrl ?? onPort(listening, request),
  });
  const serve = async (request: Request): Promise<Response> => routes.fetch(request);
  const serveBanks = async (request: Request): Promise<Response> =>
    new URL(request.url).pathname.startsWith('/bank/') ? serve(request) : new Response(null, { status: 404 });

  const sandbox: Sandbox = {
    profile,
    credentials,
    page: hostedPage,
    pay: (redirectUrl, card = 'paid', { threeDS = 'approve' } = {}) =>
      payPage(
        {
          page: hostedPage,
          transactionOf: (token) => ledger.list().find((each) => each.token === token),
          settle: () => clock.settle(),
          isNotified: (pspId) =>
            notifier.list().some((each) => each.pspId === pspId && each.state === 'acknowledged'),
          now,
        },
        redirectUrl,
        card,
        threeDS,
      ),
    describe: () => describeProfile(profile),
    fetch: fetchAdapter(serve),
    get url() {
      return publicUrl ?? listening?.url ?? null;
    },
    async listen(where?: ListenOptions) {
      if (listening !== null) throw new Error(`The sandbox already listens at ${listening.url}.`);
      refuseUnknownListenOptions(where ?? {});
      listening = await listenOn(serve, where ?? {});
      if (resolved.bankUrl === null && publicUrl === null) {
        banks = await listenOn(serveBanks, { host: listening.host });
      }
      return listening;
    },
    settle: () => clock.settle(),
    on: (listener) => events.on(listener),
    async reset() {
      foundation.reset();
      log.clear();
      payments.wake();
      events.emit('reset', {});
    },
    snapshot: () => ({ version: 1, records: store.dump() }),
    restore({ version, records }) {
      if (version !== 1) throw new RangeError(`restore: expected a snapshot of version 1, got ${version}.`);
      foundation.load(records);
      payments.wake();
    },
    clock: clockControls(clock, () => events.emit('clock', {}, { now: now(), frozen: clock.frozen })),
    faults: { add: faults.add, list: faults.list, remove: faults.remove, clear: faults.clear },
    notifications: notificationControls(notifier),
    transactions: { list: () => ledger.list().map((transaction) => transactionView(transaction, profile)) },
    tokens: { list: () => vault.list().map(tokenView) },
    requests: { list: log.list },
    balances: { get: balances.get, set: balances.set, list: balances.list },
    trigger: (input) => transactionView(trigger(input), profile),
    async close() {
      clock.close();
      await Promise.all([listening?.close(), banks?.close()]);
      listening = banks = null;
      store.close();
    },
  };

  if (resolved.control !== false) {
    routes.route(
      '/',
      controlRoutes(sandbox, {
        token: resolved.control.token ?? null,
        exposed: () => listening !== null && !isLoopbackName(listening.host),
        events,
        every: platformTimers.every,
        pages: inspectorRoutes(),
      }),
    );
  }
  payments.wake();
  return sandbox;
}

function clockControls(clock: SandboxClock, moved: () => void): Sandbox['clock'] {
  return {
    now: clock.now,
    get frozen() {
      return clock.frozen;
    },
    async advance(duration) {
      await clock.advance(parseDuration(duration));
      moved();
    },
    async set(time) {
      await clock.set(Number(time));
      moved();
    },
    freeze() {
      clock.freeze();
      moved();
    },
    run() {
      clock.run();
      moved();
    },
  };
}

function notificationControls(notifier: Notifier): Sandbox['notifications'] {
  return {
    list: () => notifier.list().map(notificationView),
    resend: async (id) => notificationView(await notifier.resend(id)),
    pause: notifier.pause,
    resume: notifier.resume,
    get paused() {
      return notifier.paused;
    },
  };
}
