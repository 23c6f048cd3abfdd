import type { CheckoutGateway } from '../gateway/checkoutGateway.ts';
import type { PaymentNotification } from '../protocol/gateway/transaction.ts';
import type { HandlerLimits } from './limits.ts';
import type { PaymentEvent } from './observe/events.ts';
import type { Logger } from './observe/logger.ts';
import type { CheckoutMeter, CheckoutTracer } from './observe/telemetry.ts';
import type {
  NotificationContext,
  OrderFacts,
  Payment,
  PaymentContext,
  PendingOrder,
  ResolveContext,
  UnpaidOrder,
} from './payment.ts';
import type { CheckoutStore } from './store/contract.ts';

export type * from './handler.ts';
export type * from './limits.ts';
export type * from './payment.ts';

/**
 * The shop's look on the pages of its own server, in the words of the widget's custom properties (`--hpp-accent` and so on), which a page
 * without the shop's style sheet cannot read. The same in light and in dark.
 */
export interface ShopStyle {
  /** Of the button: a CSS colour, such as `#0b5cd5`. */
  accent?: string;
  /** What stands on it; it needs a contrast of 4.5 to it (WCAG 1.4.3). Default with an `accent`: white. */
  onAccent?: string;
  /** Of card and button: a length in px, em or rem. */
  radius?: string;
  /** Families that the customer's device has; nothing is loaded. */
  font?: string;
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
   * Where the return page goes on to by itself while the payment is under way for longer, as with a voucher or a transfer:
   * once the gateway says so, some seconds after the customer came, and after 20 s where nobody knows. Without it the page stays, and goes on when there is an outcome.
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
  /** Shown in the dialog, on the pay page and on the return page. Dialog and pay page show `publicUrl`'s host without it. */
  shopName?: string;
  /**
   * Shown beside the name in the dialog, on the pay page and on the return page: an https or `data:image/…` address of 65,536
   * characters at most; a square is best.
   */
  shopLogo?: string;
  /** How the pay page and the return page look. The dialog's look is the page's, by its custom properties. */
  shopStyle?: ShopStyle;
  /**
   * What the button of the pay page says: "Pay €49.90" (default), or, where it concludes the order, the words of the law in the
   * customer's language (Directive 2011/83/EU, Article 8(2)). The widget has an option of the same name.
   */
  wording?: 'pay' | 'order';
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
