import { redact } from '../../protocol/gateway/redact.ts';
import type { NewEvent, SessionRecord } from '../store/contract.ts';

/** Every type of event in a session's log. */
export type PaymentEventType =
  | 'session_created'
  | 'session_opened'
  | 'session_not_opened'
  /** Which app the customer goes back to (`appReturnUrls`), or none. */
  | 'app_chosen'
  | 'returned'
  | 'pending'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'fulfilled'
  /** `onUnpaid` was begun: from here on a payment of the order is late. */
  | 'order_unpaid'
  /** `onUnpaid` has finished. */
  | 'unpaid_told'
  /** One attempt of `onUnpaid`. It is called again. */
  | 'unpaid_failed'
  /** `onPending` has finished. */
  | 'pending_told'
  /** One attempt of `onPending`. It is called again. */
  | 'pending_failed'
  /** One attempt of `onPayment`, or of the price before it. It is called again. */
  | 'fulfilment_failed'
  | 'details_delivered'
  | 'details_failed'
  | 'notification_received'
  | 'notification_rejected'
  /** Fields of a notification that settle nothing had no plain meaning and read as `null`. Names only. */
  | 'fields_unreadable'
  | 'unsigned_orphan'
  | 'notification_handled'
  | 'notification_failed'
  | 'unknown_status'
  /** A status answer says "paid" without the sum or without naming the payment; the notification settles it. */
  | 'status_incomplete'
  | AlertType;

/** Events that a person should see. */
export type AlertType =
  /** A notification that the gateway signed, or sent to a session's own secret, lacks what we act on: refused with 400. */
  | 'notification_unreadable'
  /** Authentic, yet not what we asked for: amount, currency, reference or test flag differ (T2, T3). Nothing was settled. */
  | 'mismatch'
  /** The gateway contradicts a payment that it confirmed before. Money wins; the payment stands. */
  | 'conflict'
  /** A second payment for an order: refund it. */
  | 'overpaid'
  /**
   * A payment after we had called the session failed, expired or unresolved, or had called `onUnpaid` for its order where there is
   * no `onLatePayment`. It counts.
   */
  | 'late_payment'
  /** A week without a final answer from the gateway. */
  | 'unresolved'
  /** The gateway says "paid" for 15 minutes and more, not of what sum, and no notification came: nothing was settled. */
  | 'payment_unconfirmed'
  /** `onPayment`, or `onLatePayment`, has failed ten times or more. */
  | 'fulfilment_failing'
  /** `onUnpaid` has failed ten times or more. */
  | 'unpaid_failing'
  /** `onPending` has failed ten times or more. */
  | 'pending_failing'
  /** The order costs more by now than was paid, or another currency. `onUnderpaid` says whether it is fulfilled all the same. */
  | 'underpaid'
  /** The order costs less by now than was paid. It was fulfilled; refund the rest. */
  | 'overcharged'
  /** `resolveOrder` failed each time it was asked what a paid order costs; it was fulfilled without that check. */
  | 'price_unknown'
  /** `onPaymentDetails` has failed three times or more. */
  | 'details_failing'
  /** Paid, and no notification brought the details in time; the status answer has no card token either. */
  | 'card_token_missing'
  /** A notification brought a card token, `onPayment` had to be called without it, and there is no `onPaymentDetails` to take it. */
  | 'card_token_undelivered'
  /** A limit of requests was reached: somebody is flooding, or the limit is too low. Told once a minute for each limit (T70). */
  | 'rate_limited'
  /** An authentic notification of no session of ours, and there is no `onNotification`. It was stored. */
  | 'orphan_notification'
  /** The gateway lets an authorisation go; the money is no longer held (S147). */
  | 'lapsed';

const ALERTS: ReadonlySet<string> = new Set<AlertType>([
  'notification_unreadable',
  'mismatch',
  'conflict',
  'overpaid',
  'late_payment',
  'unresolved',
  'payment_unconfirmed',
  'fulfilment_failing',
  'unpaid_failing',
  'pending_failing',
  'underpaid',
  'overcharged',
  'price_unknown',
  'details_failing',
  'card_token_missing',
  'card_token_undelivered',
  'rate_limited',
  'orphan_notification',
  'lapsed',
]);

/** What `onEvent` gets: one event of the log, with the ids that join it to others. */
export interface PaymentEvent {
  type: PaymentEventType;
  alert: boolean;
  sessionId: string | null;
  orderReference: string | null;
  correlationId: string | null;
  data: Readonly<Record<string, unknown>>;
}

/** An event to store. Its data is redacted here, so that no caller can forget to (T12). */
export function newEvent(type: PaymentEventType, data: Record<string, unknown> = {}): NewEvent {
  return { type, data: redact(data) as Record<string, unknown> };
}

/** Reports events that were stored, or that belong to no session. Never throws. */
export type Emit = (events: readonly NewEvent[], session: SessionRecord | null) => void;

export function toPaymentEvent(event: NewEvent, session: SessionRecord | null): PaymentEvent {
  return {
    type: event.type as PaymentEventType,
    alert: ALERTS.has(event.type),
    sessionId: session?.id ?? null,
    orderReference: session?.orderReference ?? textOf(event.data.orderReference),
    correlationId: session?.correlationId ?? null,
    data: event.data,
  };
}

/** A notification of no session of ours names its order in its data. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
