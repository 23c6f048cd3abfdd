import type { ReturnHint } from '../../protocol/page/frameMessage.ts';
import type { CheckoutSession } from '../../protocol/page/session.ts';
import type { SessionStatusReply } from '../../protocol/page/status.ts';
import type { CheckoutError } from '../checkoutError.ts';
import type { Instant } from '../instant.ts';
import type { CheckoutTimeouts } from '../settings.ts';

/** Times that are waited for within one phase. */
export type Timer = Exclude<keyof CheckoutTimeouts, 'session' | 'renewBefore'>;

/** What an effect saw, or what the customer or the merchant wants. */
export type Event =
  // The answer to the wish for a session.
  /** `redirectUrl` is checked. */
  | { type: 'session'; session: CheckoutSession; sentAt: Instant; now: Instant }
  | { type: 'alreadyPaid'; sessionId: string | null; orderReference?: string }
  /** An earlier session of the order, this one, has to be decided first. */
  | { type: 'wait'; sessionId: string | undefined }
  | { type: 'refused'; error: CheckoutError }
  // The frame.
  | { type: 'frameAttached'; frame: Window }
  /** It has fired `load`, or a page has stood in it for some time without. */
  | { type: 'frameLoaded' }
  | { type: 'frameFocused' }
  /** A page in the frame, or in one below it, has sent a message. */
  | { type: 'frameSpoke' }
  /** A pointer has come over the frame, or its page has said something that is not its height. */
  | { type: 'frameUsed' }
  /** The hosted page shows a voucher's number: what the customer needs is good for longer than the page. */
  | { type: 'voucherIssued' }
  /** A policy of the shop's page has kept an address out of a frame. The address may be cut down to its origin. */
  | { type: 'frameBlocked'; directive: string; url: string }
  | { type: 'returned'; hint: ReturnHint }
  // The server.
  /** `visible`: the customer may be looking at this tab. */
  | { type: 'status'; reply: SessionStatusReply; visible?: boolean }
  | { type: 'statusFailed'; cause: unknown }
  // Time.
  /** In the last minute each second, then once with 0, and with 0 at each later look at the clock. */
  | { type: 'tick'; remainingMs: number }
  | { type: 'timeout'; timer: Timer }
  // The shop's page.
  | { type: 'network'; online: boolean }
  | { type: 'awake'; visible?: boolean }
  | { type: 'pageHidden' }
  | { type: 'pageShown' }
  /** Nobody sees the dialog: a style of the page hides it, or a script takes it away again and again. */
  | { type: 'dialogHidden'; now: Instant }
  | { type: 'backReleased' }
  // The shop's other tabs.
  | { type: 'shownByOtherTab'; sessionId: string }
  | { type: 'newsFromOtherTab'; sessionId: string }
  // The customer.
  | { type: 'back' }
  | { type: 'close' }
  /** Not asked back. Also the merchant's wish. */
  | { type: 'closeNow' }
  /** Does not close after all. */
  | { type: 'stay' }
  | { type: 'startAgain' }
  /** Also "Pay here", when another tab has the page. */
  | { type: 'keepPaying'; now: Instant }
  | { type: 'openFullPage'; now: Instant }
  | { type: 'dismiss' }
  // The merchant.
  | { type: 'outcomeReported' }
  /** The dialog was taken away from outside. */
  | { type: 'abandon' };
