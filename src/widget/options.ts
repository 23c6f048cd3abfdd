import type { CheckoutError } from '../checkout/checkoutError.ts';
import type { CheckoutTimeouts } from '../checkout/settings.ts';
import type { Outcome } from '../protocol/page/outcome.ts';
import type { CheckoutSession, SessionReason } from '../protocol/page/session.ts';
import type { SessionStatusReply } from '../protocol/page/status.ts';
import type { Texts } from '../view/language/texts.ts';

/** What a checkout is made of. Only `session` is required. */
export interface CheckoutOptions extends CheckoutCallbacks {
  /** The URL that is asked for a session by `POST { order, reason, previous }`, or the merchant's own call. */
  session: string | ((context: SessionContext) => Promise<CheckoutSession>);
  /** What is paid for, in the merchant's own terms: an order id, a basket id. Never a price. Sent when `session` is a URL. */
  order?: unknown;
  /** How the session stands. Default: `GET session.statusUrl`. */
  status?: (context: { sessionId: string; signal: AbortSignal }) => Promise<SessionStatusReply>;
  /** Default `'modal'`. */
  presentation?: 'modal' | 'inline' | 'redirect';
  /** Exact origins the hosted page may have, as a list or with spaces between. Default: every https origin, and http on loopback. */
  gatewayOrigins?: readonly string[] | string;
  /**
   * What the payment page may use in its frame beside what banks' pages are known to need (passkeys, payment, one-time codes,
   * identity wallets, copying, motion sensors): names of Permissions Policy, as a list or in one text: `camera microphone`. A
   * name may have its own origins: `camera https://bank.example`, `payment 'none'`. Without them it is `*`, every page that
   * comes into the frame: a bank's page may take the gateway's place. What cannot be read is left out.
   */
  frameAllow?: readonly string[] | string;
  /**
   * What happens when the customer shows intent (hover, focus, touch): nothing, our own files are loaded, the gateway is
   * connected to as well, the session is asked for as well. Default `'connect'`; for elements in the page's markup `'files'`.
   */
  warm?: 'off' | 'files' | 'connect' | 'session';
  /** What the two minutes bound: the page until its end (default), or only its address until it has loaded. */
  expiry?: 'page' | 'address';
  /** The button's text. Default: "Pay" in the customer's language, with `amount` if there is one. */
  label?: string;
  /**
   * What the default label says: "Pay" (default), or, where the button itself concludes the order, the words that the law of the
   * European Union gives for it, "order with obligation to pay", in the customer's language and without the amount (Directive
   * 2011/83/EU, Article 8(2)).
   */
  wording?: 'pay' | 'order';
  /** For the default label alone, as in "Pay €49.90": a decimal string. What is paid is the server's to say. */
  amount?: string;
  /** ISO 4217, of `amount`. */
  currency?: string;
  /** BCP 47. Default: `<html lang>`, then the browser's. The first that there are texts for, else English. */
  locale?: string;
  /** Replaces texts one by one; with `locale`, in any language. */
  messages?: Partial<Texts>;
  /** Default `'auto'`: as the customer's system is set. */
  theme?: 'light' | 'dark' | 'auto';
  /** Of the page, for the script tag's further files; default: the first script's own. */
  cspNonce?: string;
  /** Where the customer goes after the dialog has closed, unless the DOM event was prevented. http(s) only. */
  successUrl?: string;
  /** The same after a payment that failed; `expired` has none. */
  failureUrl?: string;
  /** The same while the payment is not decided yet, as with a voucher or a transfer: `pending`. */
  pendingUrl?: string;
  /** Prints in the console what happens and why, and at each open what `diagnose()` finds. */
  debug?: boolean;
  /** Whether a click beside the dialog closes it, as its close button does. Default `false`. */
  closeOnBackdrop?: boolean;
  /** Whether the customer is asked to confirm a close. Default `'auto'`: when the customer has been inside the loaded page. */
  confirmClose?: 'auto' | 'always' | 'never';
  /** How long the widget waits for what, in ms; each has a default. */
  timeouts?: Partial<CheckoutTimeouts>;
}

/** Why a session is asked for, and a signal that says when nobody waits for it any more. */
export interface SessionContext {
  signal: AbortSignal;
  reason: SessionReason;
  /** The session that the new one replaces. */
  previous?: string | undefined;
}

/** How a visit to the payment page ended; what `open()` resolves with. */
export interface CheckoutResult {
  outcome: Outcome;
  sessionId: string | null;
  orderReference?: string;
  /**
   * Where the server says it. With `failed`: the payment was refused, or the customer cancelled on the page. With `pending`:
   * the money comes later, as with a voucher or a transfer (`processing`).
   */
  reason?: 'declined' | 'cancelled' | 'processing';
}

/** What each event carries; the same for callbacks, `on()` and DOM events. */
export interface CheckoutEvents {
  /** The button stands. */
  ready: Record<string, never>;
  /** The dialog stands. */
  open: Record<string, never>;
  /** The hosted page has fired `load`. */
  load: { sessionId: string };
  /** A minute of life is left. */
  expiring: { sessionId: string; remainingMs: number };
  expired: CheckoutResult;
  complete: CheckoutResult;
  fail: CheckoutResult;
  pending: CheckoutResult;
  /** Nothing of the checkout is on screen any more. Once for each open. */
  close: CheckoutResult;
  error: CheckoutError;
}

/** Names of the events: `on(type)`, `on<Type>`, and `hpp-checkout:<type>` in the DOM. */
export type CheckoutEventType = keyof CheckoutEvents;

/** When it was, and whose: what every event of the stream carries beside its own, from an open on. */
export interface CheckoutTrace {
  /** Ms since the click (or `open()`), on a clock that never goes back. */
  at: number;
  /** When each state was first reached, in ms since the click. */
  timings: Partial<Record<CheckoutState, number>>;
  /**
   * The server's name for this payment: the same in its log, its events, and at the gateway. Once the server has
   * answered (header `X-Correlation-Id`).
   */
  correlationId?: string;
}

/** Everything that happens, in order: one stream for logs and analytics. */
export type CheckoutEvent = {
  [T in CheckoutEventType]: Partial<CheckoutTrace> & { type: T; detail: CheckoutEvents[T] };
}[CheckoutEventType];

/** `onComplete`, `onFail`, `onPending`, `onExpired`: exactly one of them, unless the customer closed or it failed to open; then `onClose`. */
export type CheckoutCallbacks = {
  [T in CheckoutEventType as `on${Capitalize<T>}`]?: (detail: CheckoutEvents[T]) => void;
} & { onEvent?: (event: CheckoutEvent) => void };

/** Where a checkout stands. */
export type CheckoutState = 'idle' | 'creating' | 'loading' | 'paying' | 'confirming' | 'done' | 'destroyed';

/** One Pay button and what it opens. */
export interface Checkout {
  /**
   * Draws the button into an element or a shadow root, open or closed; an `<a>`, `<button>` or `<input>` becomes the button itself.
   * @throws CheckoutError `config_invalid` when there is no such element.
   */
  mount(target: string | Element | ShadowRoot): this;
  /** Takes the button away, and the dialog if it is open (`closed`). */
  unmount(): void;
  /** Unmounts for good: `open()` rejects with `destroyed` from now on. */
  destroy(): void;
  /**
   * Prepares `open()`, as a hover of our own button does: call it when the customer shows intent on a button of yours, on
   * `pointerdown` at the latest. Loads our code and the language, connects to the gateway unless `warm` is `'files'`, and
   * asks for the session only where `warm` is `'session'`. Once for each mount; nothing for a customer who saves data.
   * Settles when our code is here, and never rejects: what could not be loaded is asked for again at the click.
   */
  warm(): Promise<void>;
  /** Opens the payment page. The same promise while one is open. Rejects only with a `CheckoutError`. */
  open(): Promise<CheckoutResult>;
  /** Closes without a question to the customer. Settles when the dialog is gone; the outcome may still be `completed`. */
  close(): Promise<void>;
  /** After a full-page visit to the hosted page or a reload: how that session ended, or `null` if there was none. */
  resume(): Promise<CheckoutResult | null>;
  on<T extends CheckoutEventType>(type: T, listener: (detail: CheckoutEvents[T]) => void): () => void;
  on(type: 'event', listener: (event: CheckoutEvent) => void): () => void;
  readonly state: CheckoutState;
}
