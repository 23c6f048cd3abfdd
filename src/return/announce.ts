import { parseFrameMessage, type ReturnHint, returnedMessage } from '../protocol/page/frameMessage.ts';

/** Whom to tell, and of which session. */
export interface AnnounceOptions {
  /** The session whose return page this is. */
  session: string;
  /** Exact origins of the shop's pages. A window of any other origin never gets the message. */
  merchantOrigins: readonly string[];
  /** Which redirect address the customer arrived at; chooses a waiting text. Default `'unknown'`. */
  hint?: ReturnHint;
  /** The return page's own window. */
  window?: Window;
}

/** When the message is repeated, in ms: the widget's listener may be late. */
const REPEATS = [0, 250, 500, 1000, 2000];
/** How long the last repetition is given to be answered, in ms. */
const GRACE = 500;

/**
 * Tells the shop's page that the customer has come back from the hosted page: "look now", nothing more.
 *
 * The return page may be framed by the shop, by the hosted page inside the shop, or be opened by it, so every ancestor
 * and the opener are told, each time with an exact origin. Repeats until a shop's page answers.
 *
 * @returns `true` once a shop's page has heard; `false` when none did within 2.5 s, or at once when there is no window to
 *   tell. The page then carries on by itself: it is a full page for this customer.
 * @throws TypeError when an origin is not exact (`https://shop.example`, no path, never `*`).
 *
 * @example
 * const heard = await announceReturn({ session, merchantOrigins: ['https://shop.example'], hint: 'success' });
 * if (!heard) location.replace(continueUrl);
 */
export function announceReturn({
  session,
  merchantOrigins,
  hint = 'unknown',
  window: page = globalThis.window,
}: AnnounceOptions): Promise<boolean> {
  for (const origin of merchantOrigins) assertOrigin(origin);
  const listeners = audience(page);
  if (listeners.length === 0 || merchantOrigins.length === 0) return Promise.resolve(false);

  return new Promise((resolve) => {
    const timers = REPEATS.map((after) => page.setTimeout(say, after));
    timers.push(page.setTimeout(() => settle(false), Math.max(...REPEATS) + GRACE));
    page.addEventListener('message', hear);

    function say(): void {
      for (const listener of listeners) {
        for (const origin of merchantOrigins) listener.postMessage(returnedMessage(session, hint), origin);
      }
    }
    function hear(event: MessageEvent): void {
      if (!event.isTrusted || !merchantOrigins.includes(event.origin)) return;
      const message = parseFrameMessage(event.data);
      if (message.ok && message.value.type === 'ack' && message.value.session === session) settle(true);
    }
    function settle(heard: boolean): void {
      for (const timer of timers) page.clearTimeout(timer);
      page.removeEventListener('message', hear);
      resolve(heard);
    }
  });
}

/** Every window above the page, and the one that opened it. */
function audience(page: Window): Window[] {
  const windows: Window[] = [];
  for (let at = page; at !== at.parent; at = at.parent) windows.push(at.parent);
  if (page.opener) windows.push(page.opener);
  return windows;
}

function assertOrigin(origin: string): void {
  let exact: string | undefined;
  try {
    exact = new URL(origin).origin;
  } catch {
    // Not an address at all; reported below.
  }
  if (exact === undefined || exact === 'null' || exact !== origin) {
    throw new TypeError(
      `merchantOrigins: "${origin}" is not an exact origin. Expected scheme and host, as in "https://shop.example".`,
    );
  }
}
