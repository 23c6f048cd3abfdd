import { isWebUrl } from '../../protocol/gateway/isWebUrl.ts';
import { type FramingHeaders, framingRefusal } from '../../protocol/page/framing.ts';
import type { Emit } from '../observe/events.ts';
import type { Logger } from '../observe/logger.ts';
import type { Background } from '../platform/background.ts';
import type { SessionRecord } from '../store/contract.ts';
import { type Fetch, lookAtPage, type PageAnswer } from './lookAtPage.ts';

/**
 * Whether hosted pages may be framed by the shop's pages, as their headers say. No browser tells a page that a frame was refused
 * (https://html.spec.whatwg.org/multipage/iframe-embed-object.html#iframe-load-event-steps), so the server looks: once per
 * origin of the gateway and day, in each process, beside the sessions and never in their way.
 */
export interface FramingWatch {
  /** To be told every stored event: which addresses there are, and which of them are over. */
  readonly onEvents: Emit;
  /** What a session's answer says of its page; nothing where framing is allowed or not known. */
  framingOf(redirectUrl: string, requestOrigin: string | null): { framing?: 'refused' };
  /** Ends what is under way. */
  close(): void;
}

export interface FramingWatchContext {
  readonly fetch: Fetch;
  readonly monotonic: () => number;
  /** Runs it once, later; the process does not wait for it. @returns calls it off. */
  readonly later: (ms: number, run: () => void) => () => void;
  readonly background: Pick<Background, 'run'>;
  readonly log: Pick<Logger, 'warn' | 'info' | 'debug'>;
  /** Mode of the gateway client. */
  readonly test: boolean;
  /** The profile's `redirect.headLivePage`. */
  readonly headLivePage: 'test' | 'always' | 'never' | undefined;
  /** Origins of the shop's pages. */
  readonly merchantOrigins: readonly string[];
  /** The option; the page's redirects may lead there. */
  readonly gatewayOrigins: readonly string[];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TIMEOUT_MS = 3_000;
/** Only after the customer's browser: it is the first to open the page, whatever that means to the gateway. */
const AFTER_BROWSER_MS = 2_000;
/** A gateway answers with few origins. */
const MOST_ORIGINS = 20;
const SLACK_MS = 5_000;

/** What is known of one origin. */
interface Known {
  headers: FramingHeaders | null;
  /** Of the page whose headers these are. */
  self: string;
  /** When it may be looked at again. */
  nextAt: number;
  waitMs: number;
  isLooking: boolean;
  isReported: boolean;
  /** The address that is looked at when it can be paid no more. */
  next: { sessionId: string; url: string; overAt: number } | null;
}

export function createFramingWatch(context: FramingWatchContext): FramingWatch {
  const { monotonic, later, background, log, test, headLivePage = 'test', merchantOrigins } = context;
  const origins = new Map<string, Known>();
  let isClosed = false;
  /**
   * One for each look: on Cloudflare Workers what one request has made serves no other
   * (https://developers.cloudflare.com/workers/observability/errors/#cannot-perform-io-on-behalf-of-a-different-request).
   */
  const looks = new Set<AbortController>();
  const timers = new Set<() => void>();

  function knownOf(origin: string): Known | undefined {
    const known = origins.get(origin);
    if (known !== undefined || origins.size >= MOST_ORIGINS) return known;
    const added: Known = {
      headers: null,
      self: origin,
      nextAt: Number.NEGATIVE_INFINITY,
      waitMs: MINUTE,
      isLooking: false,
      isReported: false,
      next: null,
    };
    origins.set(origin, added);
    return added;
  }

  const isDue = (known: Known) => !known.isLooking && monotonic() >= known.nextAt && !isClosed;

  /** `proves`: whether an answer says how the origin's pages are framed. */
  function look(known: Known, url: string, method: 'HEAD' | 'GET', proves: (answer: PageAnswer) => boolean) {
    if (!isDue(known)) return;
    known.isLooking = true;
    known.next = null;
    const { origin } = new URL(url);
    const allowed = [origin, ...context.gatewayOrigins];
    const abort = new AbortController();
    looks.add(abort);
    const task = lookAtPage(url, {
      fetch: context.fetch,
      method,
      mayFollow: (to) => allowed.includes(to.origin) && isPageAddress(to.href, test),
      timeoutMs: TIMEOUT_MS,
      abort,
    })
      .then(
        (answer) => (answer !== null && proves(answer) ? learn(known, answer) : tryLater(known)),
        (error: unknown) => {
          if (!isClosed) log.debug({ err: error, origin }, 'The hosted page was not looked at');
          tryLater(known);
        },
      )
      .finally(() => {
        known.isLooking = false;
        looks.delete(abort);
      });
    background.run('look at the hosted page', task);
  }

  function learn(known: Known, { headers, origin }: PageAnswer): void {
    const refused = merchantOrigins.flatMap((page) => {
      const header = framingRefusal(headers, page, origin);
      return header === null ? [] : [{ page, header }];
    });
    const [first] = refused;
    if (first !== undefined && !known.isReported) {
      const pages = refused.map(({ page }) => page);
      log.warn({ hostedPage: origin, header: first.header, pages }, REFUSED);
    } else if (first === undefined && known.isReported) {
      log.warn({ hostedPage: origin }, 'The hosted page may be framed again');
    }
    known.isReported = first !== undefined;
    // While a shop is built, headers are tried out: nobody waits for a day to see the dialog again.
    const goodForMs = test && first !== undefined ? MINUTE : DAY;
    Object.assign(known, { headers, self: origin, nextAt: monotonic() + goodForMs, waitMs: MINUTE });
  }

  /** What was known stays for as long as there is nothing newer. */
  function tryLater(known: Known): void {
    known.nextAt = monotonic() + known.waitMs;
    known.waitMs = Math.min(known.waitMs * 2, DAY);
  }

  function onOpened(known: Known, session: SessionRecord, url: string): void {
    if (known.next !== null && monotonic() >= known.next.overAt)
      look(known, known.next.url, 'GET', isExpired);
    if (!isDue(known) || known.next !== null) return;
    const lifeMs = (session.redirectExpiresAt ?? session.createdAt) - session.createdAt;
    const next = { sessionId: session.id, url, overAt: monotonic() + lifeMs + SLACK_MS };
    const head = () =>
      look(known, url, 'HEAD', (answer) => {
        if (isHeadRefused(answer)) known.next = next;
        return isPage(answer);
      });
    if (headLivePage === 'always') {
      head();
      return;
    }
    known.next = next;
    if (headLivePage !== 'test' || !test) return;
    const forget = later(AFTER_BROWSER_MS, () => {
      timers.delete(forget);
      head();
    });
    timers.add(forget);
  }

  /** The customer's page is over: nobody loses it any more. */
  function onEnded({ id, status }: SessionRecord): void {
    for (const known of origins.values()) {
      if (known.next?.sessionId !== id) continue;
      const { url } = known.next;
      const isRefusal = (answer: PageAnswer) =>
        isPage(answer) && merchantOrigins.some((page) => framingRefusal(answer.headers, page, answer.origin));
      // A paid page answers by sending on, as a rule to be framed by anybody: only a refusal means something there.
      look(known, url, 'GET', status === 'completed' ? isRefusal : isExpired);
    }
  }

  return {
    onEvents(_, session) {
      if (session === null || headLivePage === 'never' || isClosed) return;
      const { status, redirectUrl } = session;
      if (status === 'completed' || status === 'expired') onEnded(session);
      else if (status === 'open' && redirectUrl !== null && isPageAddress(redirectUrl, test)) {
        const known = knownOf(new URL(redirectUrl).origin);
        if (known !== undefined) onOpened(known, session, redirectUrl);
      }
    },
    framingOf(redirectUrl, requestOrigin) {
      const known = URL.canParse(redirectUrl) ? origins.get(new URL(redirectUrl).origin) : undefined;
      if (!known?.headers) return {};
      const { headers, self } = known;
      const isOurs = requestOrigin !== null && merchantOrigins.includes(requestOrigin);
      const pages = isOurs ? [requestOrigin] : merchantOrigins;
      return pages.every((page) => framingRefusal(headers, page, self) !== null)
        ? { framing: 'refused' }
        : {};
    },
    close() {
      isClosed = true;
      for (const abort of looks) abort.abort();
      for (const forget of timers) forget();
      timers.clear();
    },
  };
}

const REFUSED =
  'The hosted page refuses to be framed by the shop: customers pay on the full page instead. Ask the operator of the gateway to ' +
  'name the shop’s origins in frame-ancestors';

const isPage = ({ status }: PageAnswer) => status >= 200 && status < 300;
/** Then GET asks, when the address is over. */
const isHeadRefused = ({ status }: PageAnswer) => status === 405 || status === 501;
const isExpired = (answer: PageAnswer) => isPage(answer) || answer.status === 410;

/** As the browser takes it: https, or in test mode http on this machine (T14). */
function isPageAddress(address: string, test: boolean): boolean {
  if (!isWebUrl(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (test && /^(([^/]+\.)?localhost|127(\.\d+){3}|\[::1])$/.test(hostname));
}
