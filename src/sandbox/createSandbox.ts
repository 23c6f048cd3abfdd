import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { describeProfile } from '../protocol/gateway/describeProfile.ts';
import { platformHmac } from '../protocol/gateway/hmac.ts';
import { redact } from '../protocol/gateway/redact.ts';
import { apiRoutes } from './api/api.ts';
import { createReplay } from './api/replay.ts';
import { createRequestLog } from './api/requestLog.ts';
import { type ClockState, createClock, platformTimers } from './clock/clock.ts';
import { parseDuration } from './clock/duration.ts';
import { controlRoutes } from './control/routes.ts';
import { createTrigger } from './control/trigger.ts';
import { notificationView, tokenView, transactionView } from './control/views.ts';
import { errorText } from './errorText.ts';
import { createEvents } from './events.ts';
import { createFaults } from './faults/faults.ts';
import { fetchAdapter } from './faults/fetchAdapter.ts';
import { pageFaults } from './faults/pageFaults.ts';
import { createHostedPageService } from './hostedPage/createHostedPageService.ts';
import { createIds } from './ids.ts';
import { createBalances } from './ledger/balances.ts';
import { createLedger } from './ledger/ledger.ts';
import { type Listening, type ListenOptions, listenOn } from './listen.ts';
import { networkDeliver } from './notify/deliver.ts';
import { createNotifier } from './notify/notifier.ts';
import { createSender } from './notify/sender.ts';
import { isLoopbackName } from './notify/target.ts';
import { type SandboxOptions, withDefaults } from './options.ts';
import { pageRoutes } from './page/routes.ts';
import type { SandboxParts } from './parts.ts';
import { createPaymentProcessor } from './payment/paymentProcessor.ts';
import { createRandom } from './random.ts';
import { checkRedirectSignature, redirectAddress } from './redirect.ts';
import type { Sandbox } from './sandbox.ts';
import { sqliteJournal } from './store/sqliteJournal.ts';
import { createStore } from './store/store.ts';
import { createVault } from './vault/vault.ts';

const DAY = 86_400_000;
const APPROVAL_MS = 600_000;

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
  const settings = withDefaults(options);
  const { profile, credentials, seed } = settings;
  const secret = credentials.signatureSecret;
  checkRedirectSignature(profile, secret);
  const hmac = platformHmac();
  const timers = platformTimers;

  const store = createStore(options.dir === undefined ? undefined : sqliteJournal(options.dir));
  const meta = store.table<ClockState>('clock');
  const wokenClock = meta.get('state');
  const { clock: pace = 'real' } = options;
  const clock = createClock({
    pace: pace === 'real' ? 'real' : 'manual',
    ...(pace instanceof Date ? { startAt: pace.getTime() } : {}),
    ...(wokenClock === undefined ? {} : { state: wokenClock }),
    timers,
    onChange: (state) => meta.put('state', state),
    onJobError: (error) => report(error),
  });
  const events = createEvents(clock.now, redact, settings.onError);
  const report = (error: unknown) => {
    settings.onError(error);
    events.emit('problem', {}, { error });
  };
  const ids = createIds(seed, store.table<number>('counters'), settings.ids);
  let random = createRandom(seed);
  const faults = createFaults({
    id: () => randomBytes(4).toString('hex'),
    random: () => random(),
    onHit: ({ id, do: what, match }, orderReference) =>
      events.emit('fault.applied', orderReference === null ? {} : { orderReference }, {
        id,
        do: what,
        match,
      }),
  });
  for (const fault of settings.faults) faults.add(fault);

  const ledger = createLedger({
    store,
    clock,
    ids,
    events,
    profile,
    onMove: (transaction) => notifier.announce(transaction),
  });
  const vault = createVault(store, { ids, now: clock.now, mask: settings.mask, key: secret });
  const notifier = createNotifier({
    store,
    clock,
    ids,
    events,
    profile,
    send: createSender({
      now: clock.now,
      timers,
      profile,
      secret,
      hmac,
      deliver: options.deliver ?? networkDeliver(settings),
      hasField: settings.hasNotificationField,
      spell: settings.spell.notification ?? ((payload) => payload),
    }),
    pace: settings.pace,
    random: () => random(),
    takeFault: ({ orderReference }) => faults.take('notification', orderReference),
  });
  const paymentProcessor = createPaymentProcessor({
    store,
    ledger,
    vault,
    ids,
    clock,
    profile,
    magicAmounts: settings.magicAmounts,
    approvalMs: APPROVAL_MS,
    authorisationMs: settings.authorisationDays * DAY,
  });
  const balances = createBalances(store, settings.midBalance, profile.limits.decimals);
  const replay = createReplay(store, profile.limits.replay, secret);
  const context: SandboxParts = {
    profile,
    settings,
    store,
    clock,
    ids,
    events,
    ledger,
    vault,
    balances,
    paymentProcessor,
    request: () => ({ profile, now: clock.now(), allowLive: settings.allowLive }),
    replay,
    forgetCard(cardToken) {
      paymentProcessor.forgetCard(cardToken);
      notifier.forgetCard(cardToken);
      replay.forgetCard(cardToken);
    },
    errorText: (code, text) => errorText(profile, code, text),
  };
  const hostedPage = createHostedPageService(context, (transaction) =>
    redirectAddress(transaction, profile, secret, hmac),
  );
  const log = createRequestLog(clock.now, events);

  let listening: Listening | null = null;
  const baseOf = (request: Request) => settings.publicUrl ?? listening?.url ?? new URL(request.url).origin;

  const app = new Hono();
  app.onError((error, c) => {
    report(error);
    return c.json({ isSuccess: false, errorMessage: errorText(profile, 'INTERNAL_ERROR') }, 500);
  });
  // The widget warms its connection with it; a 404 would stand as an error in the shop's console.
  app.get('/robots.txt', (c) => c.text('User-agent: *\nDisallow: /\n'));
  const orderOfPage = (path: string) => {
    const [page = '', id = ''] = path.split('/').slice(2);
    const transaction =
      page === 'approval' ? ledger.get(paymentProcessor.approval(id)?.pspId ?? -1) : ledger.byToken(page);
    return transaction?.orderReference ?? null;
  };
  app.use('/hpp/*', pageFaults(faults, clock, settings.pace, orderOfPage));
  app.route('/', pageRoutes(hostedPage, { nonce: () => randomBytes(18).toString('base64') }));
  app.route('/', apiRoutes({ context, faults, log, hmac, baseOf, report }));

  const serve = async (request: Request): Promise<Response> => app.fetch(request);
  const trigger = createTrigger(context);
  const clockMoved = () => events.emit('clock', {}, { now: clock.now(), frozen: clock.frozen });
  const wake = () => {
    ledger.wake();
    notifier.wake();
  };

  const sandbox: Sandbox = {
    profile,
    credentials,
    page: hostedPage,
    describe: () => describeProfile(profile),
    fetch: fetchAdapter(serve),
    get url() {
      return settings.publicUrl ?? listening?.url ?? null;
    },
    async listen(where?: ListenOptions) {
      if (listening !== null) throw new Error(`The sandbox already listens at ${listening.url}.`);
      listening = await listenOn(serve, where ?? {});
      return listening;
    },
    settle: () => clock.settle(),
    on: (listener) => events.on(listener),
    async reset() {
      store.load({});
      clock.reset();
      random = createRandom(seed);
      log.clear();
      faults.clear();
      for (const fault of settings.faults) faults.add(fault);
      wake();
      events.emit('reset', {});
    },
    snapshot: () => ({ version: 1, records: store.dump() }),
    restore({ version, records }) {
      if (version !== 1) throw new RangeError(`restore: expected a snapshot of version 1, got ${version}.`);
      store.load(records);
      clock.reset(meta.get('state'));
      wake();
    },
    clock: {
      now: clock.now,
      get frozen() {
        return clock.frozen;
      },
      async advance(duration) {
        await clock.advance(parseDuration(duration));
        clockMoved();
      },
      async set(time) {
        await clock.set(Number(time));
        clockMoved();
      },
      freeze() {
        clock.freeze();
        clockMoved();
      },
      run() {
        clock.run();
        clockMoved();
      },
    },
    faults: { add: faults.add, list: faults.list, remove: faults.remove, clear: faults.clear },
    notifications: {
      list: () => notifier.list().map(notificationView),
      resend: async (id) => notificationView(await notifier.resend(id)),
      pause: notifier.pause,
      resume: notifier.resume,
      get paused() {
        return notifier.paused;
      },
    },
    transactions: { list: () => ledger.list().map((transaction) => transactionView(transaction, profile)) },
    tokens: { list: () => vault.list().map(tokenView) },
    requests: { list: log.list },
    balances: { get: balances.get, set: balances.set, list: balances.list },
    trigger: (input) => transactionView(trigger(input), profile),
    async close() {
      clock.close();
      await listening?.close();
      listening = null;
      store.close();
    },
  };

  if (settings.control !== false) {
    app.route(
      '/',
      controlRoutes(sandbox, {
        token: settings.control.token ?? null,
        exposed: () => listening !== null && !isLoopbackName(listening.host),
        events,
        every: timers.every,
      }),
    );
  }
  wake();
  return sandbox;
}
