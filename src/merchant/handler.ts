import type { CheckoutSession } from '../protocol/page/session.ts';
import type { SessionStatusReply } from '../protocol/page/status.ts';
import type { Orders } from './orders/types.ts';
import type { CheckoutStore } from './store/contract.ts';

/** What the platform knows of a request and a `Request` does not. */
export interface FetchContext {
  /** The customer's network address, for rate limits. `toNodeHandler` fills it in. Without it there are none by address. */
  clientAddress?: string | undefined;
  /** The request names an address in a forwarding header that is not trusted: the handler warns once. `toNodeHandler` fills it in. */
  untrustedForwarding?: boolean | undefined;
  /** Keeps a serverless platform alive until the promise settles. */
  waitUntil?: (task: Promise<unknown>) => void;
}

/** What a pay link is made with. */
export interface NewPayLink {
  /** When the link ends: a `Date`, or milliseconds since 1970. At most `limits.retainSessionsMs` ahead. */
  expiresAt: Date | number;
  /** The app that the customer goes back to: one of the names of `appReturnUrls`. */
  app?: string;
}

/** What `createSession` may be told beside the order. */
export interface NewServerSession {
  /** A name for this session in events and logs, and for the gateway: 8 to 64 letters, digits, `_` or `-`. Default: a random one. */
  correlationId?: string;
  /** The app that the customer goes back to: one of the names of `appReturnUrls`. */
  app?: string;
}

/** What one sweep did. */
export interface SweepResult {
  /** Sessions that were due, of this handler's mode. */
  due: number;
  /** Of these, how many could not be dealt with and stay due. */
  failed: number;
}

/** The merchant's side of the checkout: one function for requests, and the same logic without HTTP. */
export interface CheckoutHandler {
  /** Whether its gateway client works in test mode: it sees the store's sessions of that mode and no others. */
  readonly test: boolean;
  /** The store that it was given. `npx hpp-checkout reconcile` and `replay` read it. */
  readonly store: CheckoutStore;
  /** What is stuck and why, all that happened to an order, and "ask the gateway now": for your own back office. */
  readonly orders: Orders;
  /** Answers a request. Never rejects. Bound: may be passed on as it is. */
  readonly fetch: (request: Request, context?: FetchContext | null) => Promise<Response>;
  /**
   * Makes a session without a browser's request: the same page as `POST /session` gives, for the order's live page or a new one.
   * `resolveOrder` gets the reason `'server'`. No rate limit counts it, and `authorize` is not asked: whoever calls has decided.
   *
   * @throws CheckoutSessionError with a `code`: the order is paid, refused or busy, the gateway cannot be reached, the handler is closed.
   */
  readonly createSession: (order: unknown, options?: NewServerSession) => Promise<CheckoutSession>;
  /**
   * Signs a link, `{publicUrl}/pay?link=…`, by which whoever has it can pay this order until `expiresAt`: for a mail, a QR code, an app. It
   * opens a small page; only a click on it makes a session. What the order costs is asked when it is opened, with the reason `'link'`.
   * The order can be read in the link, and changed by nobody. Needs the option `payLinks`.
   *
   * @throws CheckoutConfigError when an argument cannot be, or `payLinks` is missing.
   */
  readonly payLink: (order: unknown, options: NewPayLink) => Promise<string>;
  /**
   * Takes a pay link back, for all processes on this store: who opens it is told that it is not valid any more (410). A page that was
   * opened before stays payable for its two minutes.
   *
   * @throws CheckoutConfigError for a text that is no pay link of this handler.
   */
  readonly revokePayLink: (link: string) => Promise<void>;
  /** Takes back all pay links of an order that were made until now; later ones are valid. */
  readonly revokePayLinks: (order: unknown) => Promise<void>;
  /** Asks the gateway about a session, settles it and runs what is due; `null` for an unknown id. */
  readonly settle: (sessionId: string) => Promise<SessionStatusReply | null>;
  /** Deals with all sessions that are due: status calls, expiry, `onPayment`s to repeat. */
  readonly sweep: () => Promise<SweepResult>;
  /**
   * Ends the handler: stops the sweep, waits for requests and work in hand, and answers every further request 503
   * (`shutting_down`) with `Connection: close`. The store stays open: it is the caller's.
   */
  readonly close: () => Promise<void>;
}
