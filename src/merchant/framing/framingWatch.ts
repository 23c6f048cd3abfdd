import { framingRefusal } from '../../protocol/page/framing.ts';
import type { Emit } from '../observe/events.ts';
import type { Logger } from '../observe/logger.ts';
import type { Background } from '../platform/background.ts';
import type { SessionRecord } from '../store/contract.ts';
import {
  createFramingMemory,
  type FramingMemory,
  type FramingMemoryContext,
  type KnownOrigin,
} from './framingMemory.ts';
import { type Fetch, lookAtPage, type PageAnswer } from './lookAtPage.ts';
import { isHeadRefused, isPage, isPageAddress, isPageOrGone } from './pageAnswer.ts';

/**
 * Whether hosted pages may be framed by the shop's pages, as their headers say. No browser tells a page that a frame was refused
 * (https://html.spec.whatwg.org/multipage/iframe-embed-object.html#iframe-load-event-steps), so the server looks: once per
 * origin of the gateway and day, in each process, beside the sessions and never in their way.
 */
export interface FramingWatch extends Pick<FramingMemory, 'framingOf'> {
  /** To be told every stored event: which addresses there are, and which of them are over. */
  readonly onEvents: Emit;
  /** Ends what is under way. */
  close(): void;
}

export interface FramingWatchContext extends FramingMemoryContext {
  readonly fetch: Fetch;
  /** Runs it once, later; the process does not wait for it. @returns calls it off. */
  readonly later: (ms: number, run: () => void) => () => void;
  readonly background: Pick<Background, 'run'>;
  readonly log: Pick<Logger, 'warn' | 'debug'>;
  /** The profile's `redirect.headLivePage`. */
  readonly headLivePage: 'test' | 'always' | 'never' | undefined;
  /** The option; the page's redirects may lead there. */
  readonly gatewayOrigins: readonly string[];
}

const TIMEOUT_MS = 3_000;
/** Only after the customer's browser: it is the first to open the page, whatever that means to the gateway. */
const AFTER_BROWSER_MS = 2_000;
const SLACK_MS = 5_000;

export function createFramingWatch(context: FramingWatchContext): FramingWatch {
  const { monotonic, later, background, log, test, headLivePage = 'test', merchantOrigins } = context;
  const memory = createFramingMemory(context);
  let isClosed = false;
  /**
   * One for each look: on Cloudflare Workers what one request has made serves no other
   * (https://developers.cloudflare.com/workers/observability/errors/#cannot-perform-io-on-behalf-of-a-different-request).
   */
  const looks = new Set<AbortController>();
  const timers = new Set<() => void>();

  /** `proves`: whether an answer says how the origin's pages are framed. */
  function look(
    known: KnownOrigin,
    url: string,
    method: 'HEAD' | 'GET',
    proves: (answer: PageAnswer) => boolean,
  ) {
    if (isClosed || !memory.isDue(known)) return;
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
        (answer) =>
          answer !== null && proves(answer) ? memory.learn(known, answer) : memory.tryLater(known),
        (error: unknown) => {
          if (!isClosed) log.debug({ err: error, origin }, 'The hosted page was not looked at');
          memory.tryLater(known);
        },
      )
      .finally(() => {
        known.isLooking = false;
        looks.delete(abort);
      });
    background.run('look at the hosted page', task);
  }

  function onOpened(known: KnownOrigin, session: SessionRecord, url: string): void {
    if (known.next !== null && monotonic() >= known.next.overAt)
      look(known, known.next.url, 'GET', isPageOrGone);
    if (known.next !== null || !memory.isDue(known)) return;
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
    for (const known of memory.origins) {
      if (known.next?.sessionId !== id) continue;
      const { url } = known.next;
      const isRefusal = (answer: PageAnswer) =>
        isPage(answer) && merchantOrigins.some((page) => framingRefusal(answer.headers, page, answer.origin));
      // A paid page answers by sending on, as a rule to be framed by anybody: only a refusal means something there.
      look(known, url, 'GET', status === 'completed' ? isRefusal : isPageOrGone);
    }
  }

  return {
    onEvents(_, session) {
      if (session === null || headLivePage === 'never' || isClosed) return;
      const { status, redirectUrl } = session;
      if (status === 'completed' || status === 'expired') onEnded(session);
      else if (status === 'open' && redirectUrl !== null && isPageAddress(redirectUrl, test)) {
        const known = memory.of(new URL(redirectUrl).origin);
        if (known !== undefined) onOpened(known, session, redirectUrl);
      }
    },
    framingOf: memory.framingOf,
    close() {
      isClosed = true;
      for (const abort of looks) abort.abort();
      for (const forget of timers) forget();
      timers.clear();
    },
  };
}
