import { isFinalStatus } from '../protocol/page/outcome.ts';
import type { Island } from '../protocol/page/returnIsland.ts';
import { parseStatusReply } from '../protocol/page/status.ts';
import { announceReturn } from './announce.ts';

/*
 * The script of the return page. The page itself comes from the merchant's server with all its texts; this switches
 * between them.
 *
 * 1. Take the query out of the address bar: it stays out of history and referrers (T43).
 * 2. Framed or opened by the shop: say "look now". Once the shop's page has heard, it has the word; we keep still.
 * 3. Nobody heard: this is a page of its own (a break-out, a bank's app, full-page mode). Ask for the status until it is
 *    final, show it, go on to the shop. Inside a frame the customer goes on by the link.
 */

type Shown = 'confirming' | 'completed' | 'failed' | 'expired' | 'slow';

const FIRST_MS = 500;
const SLOWEST_MS = 5_000;
/** After this the customer is told that leaving is safe. */
const SLOW_MS = 60_000;
/** How long the result is shown before the page goes on by itself. */
const SHOWN_MS = 2_500;

const island = JSON.parse(document.getElementById('checkout')?.textContent ?? '{}') as Island;
history.replaceState(null, '', location.pathname);
start().catch(() => show('slow'));

async function start(): Promise<void> {
  // Inside the shop's page the link back would lead away from it; it is for those whom nobody heard.
  if (window !== window.top) document.body.dataset.framed = '';
  const { session, merchantOrigins, hint } = island;
  const heard = await announceReturn({ session, merchantOrigins, hint });
  if (heard) return;
  document.body.dataset.alone = '';
  await follow();
}

/** Asks until the status is final. A failed request is a slow answer, not an outcome. */
async function follow(): Promise<void> {
  const since = performance.now();
  for (let wait = FIRST_MS; ; wait = Math.min(wait * 2, SLOWEST_MS)) {
    const reply = await ask();
    if (reply !== null && isFinalStatus(reply.status)) return finish(reply.status);
    if (performance.now() - since > SLOW_MS) show('slow');
    await new Promise((resolve) => setTimeout(resolve, Math.max(reply?.retryAfterMs ?? 0, wait)));
  }
}

async function ask() {
  try {
    const response = await fetch(island.statusUrl, { credentials: 'same-origin', cache: 'no-store' });
    const reply = parseStatusReply(await response.json());
    return reply.ok ? reply.value : null;
  } catch {
    return null;
  }
}

function finish(status: 'completed' | 'failed' | 'expired'): void {
  show(status);
  const url = island.next[status === 'expired' ? 'failed' : status];
  if (url === null) return;
  if (window === window.top) setTimeout(() => location.assign(url), SHOWN_MS);
}

/** Shows one of the page's prepared states. */
function show(shown: Shown): void {
  document.body.dataset.state = shown;
  for (const section of document.querySelectorAll<HTMLElement>('[data-when]')) {
    section.hidden = section.dataset.when !== shown;
  }
}
