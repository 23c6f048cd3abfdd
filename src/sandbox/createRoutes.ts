import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Hmac } from '../protocol/gateway/signature.ts';
import { apiRoutes } from './api/api.ts';
import { createOperations } from './api/operations.ts';
import { createReplay } from './api/replay.ts';
import type { RequestLog } from './api/requestLog.ts';
import { bankRoutes } from './bank/routes.ts';
import type { Foundation } from './createFoundation.ts';
import type { Payments } from './createPayments.ts';
import { errorText } from './errorText.ts';
import { pageFaults } from './faults/pageFaults.ts';
import type { HostedPageService } from './hostedPage/hostedPageService.ts';
import type { ResolvedOptions } from './options.ts';
import { pageRoutes } from './page/routes.ts';

export interface RoutesOptions {
  hostedPage: HostedPageService;
  log: RequestLog;
  hmac: Hmac;
  /** Address under which a request reached the sandbox. */
  baseOf: (request: Request) => string;
  /** Address above the banks' own pages, for whoever sent this request to the hosted page. */
  bankBase: (request: Request) => string;
  /** Address above the hosted page, for whoever sent this request to a bank's. */
  pageBase: (request: Request) => string;
}

/** What merchants and customers reach: the API and the hosted page. */
export function createRoutes(
  { store, clock, ids, events, faults, report }: Foundation,
  { ledger, vault, balances, paymentProcessor, notifier }: Payments,
  options: ResolvedOptions,
  { hostedPage, log, hmac, baseOf, bankBase, pageBase }: RoutesOptions,
): Hono {
  const { profile, credentials, transformBody, acquirer, cards: testCards, hasStatusField } = options;
  const { now } = clock;
  const wait = (ms: number) => clock.wait(ms * options.pace);
  const replay = createReplay(store, profile.limits.replay, credentials.signatureSecret);
  const operations = createOperations({
    profile,
    ledger,
    vault,
    balances,
    paymentProcessor,
    ids,
    events,
    now,
    replay,
    acquirer,
    testCards,
    hasStatusField,
    acquirersWithoutPayouts: options.acquirersWithoutPayouts,
    mit: options.mit,
    pciLevel: options.pciLevel,
    requestContext: () => ({ profile, now: now(), allowLive: options.allowLive }),
    forgetCard(cardToken) {
      paymentProcessor.forgetCard(cardToken);
      notifier.forgetCard(cardToken);
      replay.forgetCard(cardToken);
    },
  });

  const routes = new Hono();
  routes.onError((error, c) => {
    report(error);
    return c.json({ isSuccess: false, errorMessage: errorText(profile, 'INTERNAL_ERROR') }, 500);
  });
  // The widget warms its connection with it; a 404 would stand as an error in the shop's console.
  routes.get('/robots.txt', (c) => c.text('User-agent: *\nDisallow: /\n'));
  routes.use('/hpp/*', pageFaults(faults, wait, orderOfPage));
  const nonce = () => randomBytes(18).toString('base64');
  routes.route('/', pageRoutes(hostedPage, { nonce, bankBase }));
  routes.route('/', bankRoutes(hostedPage, { nonce, pageBase }));
  routes.route(
    '/',
    apiRoutes({
      profile,
      credentials,
      operations,
      store,
      ledger,
      faults,
      log,
      hmac,
      now,
      wait,
      transformBody,
      baseOf,
      report,
    }),
  );
  return routes;

  function orderOfPage(path: string): string | null {
    const [page = '', id = ''] = path.split('/').slice(2);
    const transaction =
      page === 'approval' ? ledger.get(paymentProcessor.approval(id)?.pspId ?? -1) : ledger.byToken(page);
    return transaction?.orderReference ?? null;
  }
}
