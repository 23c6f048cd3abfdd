import type { Io } from '../io.ts';
import { withProgress } from '../progress.ts';
import type { Ask } from './ask.ts';
import { ok } from './check.ts';
import { behindProxy } from './handler/behindProxy.ts';
import { bodyParser } from './handler/bodyParser.ts';
import { findHandler } from './handler/findHandler.ts';
import { clock, gatewayOfHandler, testOrLive } from './handler/healthChecks.ts';
import { notifications } from './handler/notifications.ts';
import { publicUrl } from './handler/publicUrl.ts';
import { returnPage } from './handler/returnPage.ts';
import { foreignPages, ownPages, sessionRoute, statusRoute } from './handler/routes.ts';
import { openSession } from './openSession.ts';
import { hostedPage } from './page/hostedPage.ts';
import { shopPage } from './page/shopPage.ts';
import { type ReportFinding, runChecks } from './runChecks.ts';

/** What is looked at. */
export interface Installation {
  /** The handler's `publicUrl`, without a slash at the end. */
  url: string;
  /** A page of the shop that opens the checkout. */
  page: string | null;
  /** As the page would send it; absent when no session is to be made. */
  order?: unknown;
  /** Headers for the session's request, beside our own. */
  headers: Readonly<Record<string, string>>;
  /** Origin of the gateway, where it is known. */
  gatewayOrigin: string | null;
  /** Codes of what was found at the gateway, from here. */
  known: ReadonlySet<string>;
  /** Header that carries a notification's signature; `null` where the profile signs nothing. */
  signatureHeader: string | null;
}

/** Looks at an installation from outside, from the handler to the page. What has failed goes into `failed`. */
export async function checkInstallation(
  installation: Installation,
  ask: Ask,
  failed: Set<string>,
  io: Io,
  report: ReportFinding,
): Promise<void> {
  const { url, page, signatureHeader, gatewayOrigin } = installation;
  const handler = await withProgress(io, 'Handler', findHandler(url, ask));
  if ('state' in handler) {
    report('Handler', handler);
    failed.add('Handler');
    return;
  }
  report('Handler', ok('It answers, and its store does.'));
  const origin = new URL(page ?? url).origin;
  let session: string | null = null;
  const checks = [
    testOrLive(handler),
    clock(handler, io.now),
    gatewayOfHandler(handler, installation.known),
    publicUrl(handler, ask),
    bodyParser(url, ask),
    statusRoute(url, ask),
    sessionRoute(url, ask),
    foreignPages(url, ask),
    ...(page === null ? [] : [ownPages(url, page, ask)]),
    notifications(url, signatureHeader, ask),
    returnPage(url, page, ask),
    behindProxy(url, ask),
    ...('order' in installation
      ? [
          openSession(
            { url, origin, order: installation.order, headers: installation.headers },
            ask,
            (redirectUrl) => {
              session = redirectUrl;
            },
          ),
          hostedPage(() => session, origin, ask),
        ]
      : []),
    ...(page === null
      ? []
      : [
          shopPage(
            {
              page,
              url,
              test: handler.test,
              gatewayOrigin: () => (session === null ? gatewayOrigin : new URL(session).origin),
            },
            ask,
          ),
        ]),
  ];
  await runChecks(checks, failed, io, report);
}
