import { parseFrameMessage, type ReturnHint, returnedMessage } from '../protocol/page/frameMessage.ts';

/** Which session the customer returned from, and which pages may know. */
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

/** When the message is sent, in ms: more than once, since the widget may not be listening yet. */
const SENT_AT_MS = [0, 250, 500, 1000, 2000];
/** How long the last message is given to be answered. */
const LAST_ANSWER_MS = 500;

/**
 * Sends the shop's page a message that the customer has come back from the hosted page. It asks the page to poll the
 * status now, and says nothing of how the payment went.
 *
 * The return page may be framed by the shop, by the hosted page inside the shop, or be opened by it, so the message goes to
 * every ancestor and the opener, each time with an exact origin. It is repeated until a page of the shop acknowledges it.
 *
 * @returns `true` once a page of the shop has acknowledged; `false` when none did within 2.5 s, or at once when there is no
 *   window to send to. The return page then carries on by itself: it is a full page for this customer.
 * @throws TypeError when an origin is not exact (`https://shop.example`, no path, never `*`).
 *
 * @example
 * const acknowledged = await announceReturn({ session, merchantOrigins: ['https://shop.example'], hint: 'success' });
 * if (!acknowledged) location.replace(continueUrl);
 */
export function announceReturn({
  session,
  merchantOrigins,
  hint = 'unknown',
  window: page = globalThis.window,
}: AnnounceOptions): Promise<boolean> {
  for (const origin of merchantOrigins) assertOrigin(origin);
  const targets = windowsAround(page);
  if (targets.length === 0 || merchantOrigins.length === 0) return Promise.resolve(false);

  return new Promise((resolve) => {
    const timers = SENT_AT_MS.map((after) => page.setTimeout(send, after));
    timers.push(page.setTimeout(() => settle(false), Math.max(...SENT_AT_MS) + LAST_ANSWER_MS));
    page.addEventListener('message', onMessage);

    function send(): void {
      for (const { target, itsOrigin } of targets) {
        for (const origin of merchantOrigins) {
          // Where the browser names the window's origin, nothing is sent that it would refuse with a line in the console.
          if (itsOrigin === undefined || itsOrigin === origin)
            target.postMessage(returnedMessage(session, hint), origin);
        }
      }
    }
    function onMessage(event: MessageEvent): void {
      if (!event.isTrusted || !merchantOrigins.includes(event.origin)) return;
      const message = parseFrameMessage(event.data);
      if (message.ok && message.value.type === 'ack' && message.value.session === session) settle(true);
    }
    function settle(acknowledged: boolean): void {
      for (const timer of timers) page.clearTimeout(timer);
      page.removeEventListener('message', onMessage);
      resolve(acknowledged);
    }
  });
}

interface Target {
  target: Window;
  /**
   * Not known of another origin's opener, nor of its frames in Firefox before 148
   * (https://developer.mozilla.org/en-US/docs/Web/API/Location/ancestorOrigins).
   */
  itsOrigin?: string | undefined;
}

/** Every window above the page, and the one that opened it. */
function windowsAround(page: Window): Target[] {
  const targets: Target[] = [];
  const origins = page.location?.ancestorOrigins;
  for (let at = page; at !== at.parent; at = at.parent) {
    targets.push({ target: at.parent, itsOrigin: origins?.[targets.length] ?? readableOrigin(at.parent) });
  }
  if (page.opener) targets.push({ target: page.opener, itsOrigin: readableOrigin(page.opener) });
  return targets;
}

/** Of a window of this page's own origin. */
function readableOrigin(other: Window): string | undefined {
  try {
    return other.location.origin;
  } catch {
    return undefined;
  }
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
