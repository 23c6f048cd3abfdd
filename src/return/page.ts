import type { AppOutcome } from '../protocol/page/appMessage.ts';
import { isFinalStatus } from '../protocol/page/outcome.ts';
import type { Island } from '../protocol/page/returnIsland.ts';
import { parseStatusReply } from '../protocol/page/status.ts';
import { announceReturn } from './announce.ts';
import { tellOnce } from './tellOnce.ts';

/*
 * The script of the return page. The page itself comes from the merchant's server with all its texts; this switches
 * between them.
 *
 * 1. Take the query out of the address bar: it stays out of history and referrers (T43).
 * 2. Framed, or opened by a page of this origin: announce the return. Once the shop's page has acknowledged, its dialog shows the
 *    outcome, and this page does no more.
 * 3. Nobody acknowledged: this is a page of its own (a break-out, a bank's app, full-page mode, an app's web view). Poll the
 *    status until it is final, show it, tell the app around it, go on to the shop. Inside a frame the customer goes on by the
 *    link, and to an app too where the browser wants a tap for it:
 *    https://chromium.googlesource.com/chromium/src/+/main/components/external_intents/README.md
 */

type ShownState = 'confirming' | 'completed' | 'failed' | 'expired' | 'slow' | 'pending';

/** The wait between two polls doubles from the first to the longest. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
/** After this a payment that the server calls pending, and does not know why, is left to the shop's own page, where it has one. */
const PENDING_MS = 20_000;
/** After this the customer is told that leaving is safe. */
const SLOW_MS = 60_000;
/** How long the result is shown before the page goes on by itself. */
const RESULT_SHOWN_MS = 2_500;

/** Only a page of its own goes on by itself. */
const mayGoOn = window === window.top;
const island = JSON.parse(document.getElementById('checkout')?.textContent ?? '{}') as Island;
history.replaceState(null, '', location.pathname);
start().catch(() => show('slow'));

async function start(): Promise<void> {
  // Inside the shop's page the link back would lead away from it: it is hidden while the dialog may still acknowledge.
  if (!mayGoOn) document.body.dataset.framed = '';
  const { session, merchantOrigins, hint } = island;
  if ((!mayGoOn || isOpenedByShop()) && (await announceReturn({ session, merchantOrigins, hint }))) return;
  document.body.dataset.alone = '';
  await pollStatus();
}

/**
 * Whether a page of this origin has opened this window. Any other may have: an advertisement that led to the shop, say. To
 * try the shop's origins on it would write a warning for each of them into the console of an ordinary payment.
 */
function isOpenedByShop(): boolean {
  try {
    return window.opener.location.origin === location.origin;
  } catch {
    return false;
  }
}

/** Polls until the status is final. A failed request is a slow answer, not an outcome. */
async function pollStatus(): Promise<void> {
  const since = performance.now();
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const reply = await fetchStatus();
    if (reply !== null && isFinalStatus(reply.status)) return finish(reply.status, reply.orderReference);
    const waited = performance.now() - since;
    const isProcessing = reply?.reason === 'processing';
    if (isProcessing || (reply?.status === 'pending' && waited > PENDING_MS)) {
      tell('pending', reply.orderReference);
      if (mayGoOn && island.next.pending !== null) return location.assign(island.next.pending);
    }
    if (isProcessing) show('pending');
    else if (waited > SLOW_MS) show('slow');
    await new Promise((resolve) => setTimeout(resolve, Math.max(reply?.retryAfterMs ?? 0, wait)));
  }
}

async function fetchStatus() {
  try {
    const response = await fetch(island.statusUrl, { credentials: 'same-origin', cache: 'no-store' });
    const reply = parseStatusReply(await response.json());
    return reply.ok ? reply.value : null;
  } catch {
    return null;
  }
}

function finish(status: 'completed' | 'failed' | 'expired', orderReference: string | undefined): void {
  show(status);
  tell(status, orderReference);
  const url = island.next[status === 'expired' ? 'failed' : status];
  if (url === null) return;
  const link = document.querySelector<HTMLAnchorElement>('.on a');
  if (link !== null) link.href = url;
  if (mayGoOn) setTimeout(() => location.assign(url), RESULT_SHOWN_MS);
}

function tell(outcome: AppOutcome, orderReference: string | undefined): void {
  tellOnce({ outcome, sessionId: island.session, orderReference: orderReference ?? null });
}

/** Shows one of the page's prepared states. */
function show(shown: ShownState): void {
  document.body.dataset.state = shown;
  for (const section of document.querySelectorAll<HTMLElement>('[data-when]')) {
    section.hidden = section.dataset.when !== shown;
  }
}
