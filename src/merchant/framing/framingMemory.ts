import { type FramingHeaders, framingRefusal } from '../../protocol/page/framing.ts';
import type { Logger } from '../observe/logger.ts';
import type { PageAnswer } from './lookAtPage.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A gateway answers with few origins. */
const MOST_ORIGINS = 20;

/** What is known of one origin. */
export interface KnownOrigin {
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

export interface FramingMemoryContext {
  readonly monotonic: () => number;
  readonly log: Pick<Logger, 'warn'>;
  /** Mode of the gateway client. */
  readonly test: boolean;
  /** Origins of the shop's pages. */
  readonly merchantOrigins: readonly string[];
}

/** What the headers of hosted pages have said, for each origin: kept for a day, asked for again with a backoff. */
export interface FramingMemory {
  readonly origins: Iterable<KnownOrigin>;
  /** With a place for a new one, while there is room. */
  of(origin: string): KnownOrigin | undefined;
  isDue(known: KnownOrigin): boolean;
  learn(known: KnownOrigin, answer: PageAnswer): void;
  /** What was known stays for as long as there is nothing newer. */
  tryLater(known: KnownOrigin): void;
  /** What a session's answer says of its page; nothing where framing is allowed or not known. */
  framingOf(redirectUrl: string, requestOrigin: string | null): { framing?: 'refused' };
}

export function createFramingMemory(context: FramingMemoryContext): FramingMemory {
  const { monotonic, log, test, merchantOrigins } = context;
  const origins = new Map<string, KnownOrigin>();
  return {
    get origins() {
      return origins.values();
    },
    of(origin) {
      const known = origins.get(origin);
      if (known !== undefined || origins.size >= MOST_ORIGINS) return known;
      const added: KnownOrigin = {
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
    },
    isDue: (known) => !known.isLooking && monotonic() >= known.nextAt,
    learn(known, { headers, origin }) {
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
    },
    tryLater(known) {
      known.nextAt = monotonic() + known.waitMs;
      known.waitMs = Math.min(known.waitMs * 2, DAY);
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
  };
}

const REFUSED =
  'The hosted page refuses to be framed by the shop: customers pay on the full page instead. Ask the operator of the gateway to ' +
  'name the shop’s origins in frame-ancestors';
