import type { CheckoutGateway } from '../gateway/checkoutGateway.ts';
import type { Client, HppConfiguration } from '../gateway/types.ts';
import type { Amount } from '../protocol/gateway/money.ts';
import type { CardExpiry, PaymentNotification } from '../protocol/gateway/transaction.ts';
import type { CheckoutSession } from '../protocol/page/session.ts';
import type { SessionStatusReply } from '../protocol/page/status.ts';
import type { PaymentEvent } from './observe/events.ts';
import type { Logger } from './observe/logger.ts';
import type { CheckoutMeter, CheckoutTracer } from './observe/telemetry.ts';
import type { Orders } from './orders/types.ts';
import type { CheckoutStore } from './store/contract.ts';

/** What an order costs and who buys it: from the merchant, never from the browser (T4, T5). */
export interface OrderFacts {
  /** The merchant's own name for the purchase (S123). One fulfilment is made for each, ever. */
  orderReference: string;
  amount: Amount;
  currency: string;
  /** Default `'PURC'`. */
  transactionType?: 'PURC' | 'AUTH';
  /** `clientAccount` here, and nothing the browser says, decides whose saved cards the page may offer (T5). */
  client?: Client;
  udf?: Record<string, string>;
  /** Two letters: the hosted page's and the return page's language. */
  language?: string;
  configuration?: HppConfiguration;
}

/** A sum as it is sent to the gateway. */
export interface Price {
  /** Decimal string with the currency's own decimals. */
  amount: string;
  currency: string;
}

/**
 * What the gateway says of a payment beside the sum; `null` where it does not say. A notification has all of it, a status
 * answer need not. None of it is in a log or an event, and the card token is in no record either.
 */
export interface PaymentDetails {
  /** The full card token, to charge the card again (S156, S178). */
  cardToken: string | null;
  /** The gateway's own name for the state (S167). */
  status: string | null;
  /** The gateway's name for the payment page (S165). */
  transactionToken: string | null;
  /** S168. */
  authCode: string | null;
  /** `true` for a typed card, `false` for a token (S169). */
  cardInput: boolean | null;
  /** Masked (S173). */
  cardNumber: string | null;
  /** S174. */
  cardExpiry: CardExpiry | null;
  /** S175. */
  cardHolderName: string | null;
  /** Three letters (S176). */
  cardCountry: string | null;
  /** The card scheme (S177). */
  cardType: string | null;
  /** S179. */
  acquirer: string | null;
  /** S180. */
  email: string | null;
  /** S182. */
  clientAccount: string | null;
  /** Whether the customer was authenticated by 3-D Secure (S183). */
  is3ds: boolean | null;
  /** The merchant's own data of the request, come back (S53, S131). */
  udf: Record<string, unknown> | null;
  /** Which delivery of the notification this is, from 1; `null` from a status answer (S163). */
  attemptNumber: number | null;
  /** When the notification was sent; `null` from a status answer (S164). */
  sentAt: Date | null;
}

/** What `onPayment` and `onPaymentDetails` get. */
export interface Payment extends PaymentDetails {
  orderReference: string;
  sessionId: string;
  /** What was paid, a decimal string. */
  amount: string;
  currency: string;
  /** What the order costs at this moment, by `resolveOrder`; `null` where it does not say, and for `onPaymentDetails`. */
  expected: Price | null;
  pspId: string;
  uniqueReference: string;
  transactionType: 'PURC' | 'AUTH';
  test: boolean;
  correlationId: string;
  /**
   * `true` where the order was told unpaid before (`onUnpaid`): its stock may be somebody else's by now. Of `onLatePayment` and
   * `onPayment`; else absent.
   */
  late?: true;
}

/**
 * Why an order is not paid, as its last page that was opened ended. `'declined'`: the bank refused the card; `'failed'`: the payment
 * failed otherwise; `'cancelled'`: the customer cancelled on the page; `'expired'`: the gateway says that the page, the voucher or
 * the transfer ran out; `'abandoned'`: the page was left, and the gateway knows of no payment; `'not_opened'`: no page was ever opened.
 */
export type UnpaidReason = 'declined' | 'failed' | 'cancelled' | 'expired' | 'abandoned' | 'not_opened';

/** What `onUnpaid` gets: an order that somebody tried to pay, and that will not be paid by any of its pages. */
export interface UnpaidOrder {
  orderReference: string;
  /** The sessions that were tried, oldest first. */
  sessionIds: readonly string[];
  /** What the last one asked for, a decimal string. */
  amount: string;
  currency: string;
  why: UnpaidReason;
  test: boolean;
  /** Of the last session. */
  correlationId: string;
  /** When the first and the last session were made, by the store's clock. */
  firstTriedAt: Date;
  lastTriedAt: Date;
}

/** What `onPending` gets: the customer has finished on the page, and the money comes later, if it comes. */
export interface PendingOrder {
  orderReference: string;
  sessionId: string;
  /** What the page asked for, a decimal string. */
  amount: string;
  currency: string;
  /** The gateway's number of the transaction; `null` where it has not told it. */
  pspId: string | null;
  uniqueReference: string;
  test: boolean;
  correlationId: string;
  /** When the page sent the customer back, by the store's clock. */
  since: Date;
}

/** What a hook needs beside its news. */
export interface PaymentContext {
  /**
   * The same for every call that means the same: put it under a unique index. `<orderReference>:payment` of `onPayment` and
   * `onLatePayment`, of which an order gets one; `:details`, `:unpaid`, and `:pending:<sessionId>` of the others.
   */
  idempotencyKey: string;
  /** How often this was tried, this time included. */
  attempt: number;
  /** Aborts when `limits.hookTimeoutMs` is over; the call then counts as failed and is repeated. */
  signal: AbortSignal;
}

/** What `onNotification` needs beside the notification. */
export interface NotificationContext {
  /** The same for every delivery of this news: gateway id and status. */
  idempotencyKey: string;
  /** Aborts when `limits.hookTimeoutMs` is over; the gateway is then asked to send again. */
  signal: AbortSignal;
}

/** Why `resolveOrder` is called, and for whom. */
export type ResolveContext<Principal = unknown> =
  /** Somebody wants to pay. */
  | { reason: 'session'; request: Request; principal: Principal | null }
  /** Somebody has opened a pay link, which the merchant signed. */
  | { reason: 'link'; request: null; principal: null }
  /** The merchant's own server has called `createSession`. */
  | { reason: 'server'; request: null; principal: null }
  /** Somebody has paid: does the order still cost that? */
  | { reason: 'settle'; request: null; principal: null };

/** Every bound of the handler. Whole numbers; times in milliseconds, at most 2,147,483,647 but for ages and the period. */
export interface HandlerLimits {
  /** Largest request body in bytes. Default 65,536 (T44). */
  maxBodyBytes: number;
  /**
   * Session requests per minute from one address, over all processes. Default 30 (T29). IPv6 addresses of one /64 count as one.
   * Each process counts for itself first: requests that name no order, such as refused ones, are counted by it alone.
   */
  sessionsPerAddress: number;
  /**
   * Session requests per minute for one order by one asker: the principal where `authorize` answers with a text or a number,
   * else the network address. Default 10.
   */
  sessionsPerOrder: number;
  /** Session requests per minute for one order by all askers together. Default 100. */
  sessionsPerOrderInTotal: number;
  /**
   * Reads per minute (`GET /session/:id`, the return page) from one address, counted by each process for itself. Default
   * 1,200 (T73): a customer's widget asks 60 times at most.
   */
  readsPerAddress: number;
  /** Largest `order` that a browser may send, in bytes: it is kept with the session. Default 4,096. */
  maxOrderBytes: number;
  /** Notifications per minute that name no session we know; signed and unsigned ones are counted apart. Default 120 (T47). */
  orphanNotificationsPerMinute: number;
  /**
   * Least time between two status calls to the gateway for one session, over all processes. Default 4,000; a quarter of it
   * once the customer is back. Longer where the gateway's own rate limit is low.
   */
  pollIntervalMs: number;
  /** How long an order stays closed to a new session after the customer came back and the gateway says "pending". Default 900,000. */
  pendingHoldMs: number;
  /**
   * How long after the last page of an order could be paid `onUnpaid` waits. Default 900,000. The page lives two minutes, a 3-D
   * Secure step that was begun on it a few more; the gateway delivers a notification that found nobody again after 5 seconds and
   * 5 minutes (N21), and its status answer is read once more when this time is over.
   */
  unpaidGraceMs: number;
  /** Timeout of one call of a hook: `onPayment`, `onUnpaid`, `onNotification` and the others. Default 8,000. */
  hookTimeoutMs: number;
  /** Timeout of one `resolveOrder`, `authorize` or address function: a customer waits for the answer. Default 5,000. */
  answerTimeoutMs: number;
  /** How long after a payment its notification is awaited before the gateway is polled, where there is an `onPaymentDetails`. Default 900,000. */
  detailsTimeoutMs: number;
  /** How long an issuer holds an authorised sum; the gateway is polled once after it (S147). Default 30 days. */
  authorisationPeriodMs: number;
  /**
   * Age at which a completed, failed or expired session is deleted, with all that hangs on it, unless something is still to
   * be done for it. Default 400 days; 8 days at least. Longer than an order can be paid again in the shop: with the
   * session goes the knowledge that the order was paid.
   */
  retainSessionsMs: number;
  /** Age at which notifications that belong to no session of ours are deleted; a session's own go with it. Default 30 days. */
  retainNotificationsMs: number;
}

/**
 * Where the return page sends the customer on, when it stands alone: an http(s) address, also one relative to `publicUrl`, or a
 * function that answers with one. An address given as text may hold `{ORDER_REFERENCE}` and `{SESSION_ID}` in its path, query
 * or fragment; they are percent-encoded when they are filled in. They prove nothing: anybody can open such an address.
 */
export type ContinueUrl =
  | string
  | ((session: { sessionId: string; orderReference: string }) => string | Promise<string>);

/** What `authorize` answers for nobody. */
type Refusal = null | undefined | false | '';

/** How pay links are signed. */
export interface PayLinkOptions {
  /**
   * A text of 32 characters or more that only the merchant's servers know, such as `openssl rand -hex 32` prints. A list while one takes
   * another's place: the first signs, all verify. Never logged.
   */
  secret: string | readonly string[];
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

/** What the handler is made of: the gateway, a store, and the merchant's own functions. */
export interface CheckoutHandlerOptions<Principal = unknown> {
  gateway: CheckoutGateway;
  store: CheckoutStore;
  /**
   * The address under which browsers and the gateway reach this handler, such as `https://shop.example/checkout`. Every
   * address we hand out is built from it; `Host` and forwarding headers are not read (T6).
   */
  publicUrl: string;
  /**
   * Prices what the browser sent as `order`; `null` for an order it may not pay. Asked again when a payment settles, with
   * `reason: 'settle'` and no request, so that a price that has changed since is noticed; `null` then means "no price to compare".
   */
  resolveOrder: (
    order: unknown,
    context: ResolveContext<Principal>,
  ) => OrderFacts | null | Promise<OrderFacts | null>;
  /**
   * Says who asks for a session: anything true, which `resolveOrder` is given as `principal`; `null`, `undefined`, `false` or
   * '' refuses with 401. A text or a number, such as the customer's id, is also what `limits.sessionsPerOrder` counts by.
   *
   * `'anyone'`: whoever names an order may open its payment page, as suits order references that cannot be guessed. The choice
   * has to be made: without it a live gateway is refused, and one in test mode is warned about.
   */
  authorize?: ((request: Request) => Principal | Refusal | Promise<Principal | Refusal>) | 'anyone';
  /** Fulfils the order. Called at least once for each paid order; a rejection or timeout is repeated. */
  onPayment?: (payment: Payment, context: PaymentContext) => void | Promise<void>;
  /**
   * Told everything that the notification says of a paid order: card token, masked card, authorisation code, your own data.
   * Called at least once for each paid order, as a rule after `onPayment`, always with the key `<orderReference>:details`.
   * The notification is acknowledged only when it has finished; a rejection or timeout has the gateway send again. Where
   * none comes within `limits.detailsTimeoutMs`, the status answer is taken if it has a card token; else the alert
   * `card_token_missing` is raised.
   */
  onPaymentDetails?: (payment: Payment, context: PaymentContext) => void | Promise<void>;
  /**
   * Told that an order will not be paid: give its stock back. Called at least once for each order that somebody tried to pay, with
   * the key `<orderReference>:unpaid`, and never for one that is paid: when each of its pages has ended by the gateway's own
   * answer (vouchers and transfers included), and `limits.unpaidGraceMs` has passed since. A session that is opened before
   * that postpones it. Once an order, ever: one that is tried again afterwards is not told again, and if it is then paid,
   * `onLatePayment` says so. A rejection or timeout is repeated.
   */
  onUnpaid?: (order: UnpaidOrder, context: PaymentContext) => void | Promise<void>;
  /**
   * Called in place of `onPayment` when money comes for an order whose `onUnpaid` was begun: reserve again, or refund. After the
   * call of `onUnpaid` that was under way; at least once, as `onPayment`. Without it `onPayment` is called, with `payment.late`,
   * and the alert `late_payment` is raised.
   */
  onLatePayment?: (payment: Payment, context: PaymentContext) => void | Promise<void>;
  /**
   * Told that the customer has finished on the page and the gateway says "pending": a voucher, a bank transfer. At least once for
   * each such session, with the key `<orderReference>:pending:<sessionId>`; `onPayment` or `onUnpaid` follows, days later perhaps.
   * A payment that was settled meanwhile is told by `onPayment` alone.
   */
  onPending?: (order: PendingOrder, context: PaymentContext) => void | Promise<void>;
  /**
   * Told of authentic notifications that belong to no session of this handler: direct connect payments and payouts.
   * Acknowledged only when it has finished; a rejection or timeout has the gateway send again. Without it they are stored
   * and raise the alert `orphan_notification`.
   */
  onNotification?: (notification: PaymentNotification, context: NotificationContext) => void | Promise<void>;
  /**
   * What to do for an order that costs more by now than was paid, or costs it in another currency. `'hold'` raises the alert
   * `underpaid` and asks `resolveOrder` again from time to time, without calling `onPayment`; `'fulfil'` raises the alert and
   * calls it. Default `'hold'`.
   */
  onUnderpaid?: 'hold' | 'fulfil';
  /** Every event of the log, redacted, after it was stored. Alerts have `alert: true`. */
  onEvent?: (event: PaymentEvent) => void;
  /** `'status'`: a notification never settles a session by itself, however well signed. Default `'notification'`. */
  confirmWith?: 'notification' | 'status';
  /** Exact origins of the pages that open the checkout, beside `publicUrl`'s own. */
  allowedOrigins?: readonly string[];
  /** Origins of the hosted page that may frame the return page. Default: the origin of the session's own address. */
  gatewayOrigins?: readonly string[];
  /** Where the return page goes on to: after success, after failure, and `continueUrl` for both and for neither. */
  successUrl?: ContinueUrl;
  failureUrl?: ContinueUrl;
  /**
   * Where the return page goes on to by itself while the payment is under way for longer, as with a voucher or a slow bank:
   * 20 s after the customer came. Without it the page stays, and goes on when there is an outcome.
   */
  pendingUrl?: ContinueUrl;
  continueUrl?: ContinueUrl;
  /**
   * Where the return page goes back to in place of those addresses, for who pays in an app: addresses by a name of yours, such as
   * `{ ios: 'myshop://paid?order={ORDER_REFERENCE}', android: 'https://shop.example/app/paid' }`. A scheme of the app's own, or an
   * https address that opens it; never `javascript:` and its like, and http on localhost only. A pay link, `createSession` and a
   * request name one of the names (`?app=ios`), never an address.
   */
  appReturnUrls?: Readonly<Record<string, string>>;
  /**
   * Whose payments the store holds, by a name that stays: another merchant's handler on the same store is refused, since two
   * merchants may use one order reference. Default: told by the gateway's client id. Give it when that changes; the error says what.
   */
  merchant?: string;
  /** Shown on the pay page and the return page. The pay page shows `publicUrl`'s host without it. */
  shopName?: string;
  /** Switches `payLink` on. */
  payLinks?: PayLinkOptions;
  limits?: Partial<HandlerLimits>;
  /** Pino fits. Default: warnings and errors on the console, as JSON lines. */
  logger?: Logger;
  /** OpenTelemetry: `trace.getTracer('shop')`. Spans for requests, status calls and fulfilments. */
  tracer?: CheckoutTracer;
  /** OpenTelemetry: `metrics.getMeter('shop')`. Request durations, and a counter of events by type. */
  meter?: CheckoutMeter;
  /** Milliseconds between sweeps of this process, 1 or more; `false` where another one sweeps. Default 1,500. */
  sweepEveryMs?: number | false;
}

/** What the platform knows of a request and a `Request` does not. */
export interface FetchContext {
  /** The customer's network address, for rate limits. `toNodeHandler` fills it in. Without it there are none by address. */
  clientAddress?: string | undefined;
  /** The request names an address in a forwarding header that is not trusted: the handler warns once. `toNodeHandler` fills it in. */
  untrustedForwarding?: boolean | undefined;
  /** Keeps a serverless platform alive until the promise settles. */
  waitUntil?: (task: Promise<unknown>) => void;
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
