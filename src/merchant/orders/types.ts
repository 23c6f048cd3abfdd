import type { GatewayState } from '../poll/gatewayState.ts';
import type { Fulfilment, StoredStatus } from '../store/contract.ts';

/** Why an order, or a notification, needs somebody. */
export type StuckReason =
  /** Paid, and `onPayment` fails, or the price cannot be asked. */
  | 'fulfilment_failing'
  /** Paid, and `onPayment` has not been called, or has not come back, for a minute. */
  | 'fulfilment_waiting'
  /** Paid, and held: the order costs more by now, or another currency (`onUnderpaid: 'hold'`). */
  | 'underpaid_held'
  /** Work that was due minutes ago, and nobody does it: no handler sweeps. */
  | 'sweep_overdue'
  /** The order will not be paid, and `onUnpaid` has not finished: what it holds is not released. */
  | 'release_failing'
  /** The customer has finished on the page, the money comes later, and `onPending` has not finished. */
  | 'pending_failing'
  /** A week without a final answer of the gateway. */
  | 'unresolved'
  /** The customer came back, and the gateway has said "pending" for longer than `limits.pendingHoldMs`. */
  | 'pending_too_long'
  /** The page ended half an hour ago, and the gateway has not said how. */
  | 'unanswered'
  /** The session was begun five minutes ago, and whether it has a page is not known. */
  | 'creating_too_long'
  /** Paid, and `onPaymentDetails` fails. */
  | 'details_failing'
  /** Paid, and no notification brought what `onPaymentDetails` waits for. */
  | 'details_missing'
  /** The gateway signed a notification of no session, and there is no `onNotification`. */
  | 'orphan_notification';

/** One thing that is stuck. No secret and no card data is in it. */
export interface StuckOrder {
  readonly reason: StuckReason;
  /** `null` where a notification does not say it. */
  readonly orderReference: string | null;
  /** `null` for a notification of no session. */
  readonly sessionId: string | null;
  /** The gateway's number of the transaction, to ask the operator by. */
  readonly pspId: string | null;
  /** Decimal string; `null` where a notification does not say it. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** The session's status; `null` for a notification of no session. */
  readonly status: StoredStatus | null;
  /** Since when, by the store's clock. */
  readonly since: Date;
  /** How often the merchant's function was called; 0 where none is called. */
  readonly attempts: number;
  /** What it threw the last time, redacted; `null` where nothing did. */
  readonly lastError: string | null;
  /** What has happened, in a sentence for people. */
  readonly explanation: string;
  /** What to do about it, in a sentence for people. */
  readonly remedy: string;
}

/** What to list. */
export interface StuckQuery {
  /** So many at most, 1 to 1,000. Default 100. */
  readonly limit?: number;
  /** Only what got stuck then or later. Default: all. */
  readonly since?: Date;
  /** Behind the last one of the page before: its `next`. */
  readonly after?: string;
}

/** One page of what is stuck: the most urgent reason first, and of each reason the oldest. */
export interface StuckPage {
  readonly stuck: readonly StuckOrder[];
  /** For `after`; `null`: that was all. */
  readonly next: string | null;
}

/** Who made something happen: the customer, the gateway, the merchant's own functions, or the handler by itself. */
export type ChainActor = 'customer' | 'gateway' | 'shop' | 'handler';

/** One thing that happened to an order. */
export interface ChainEntry {
  /** By the store's clock. */
  readonly at: Date;
  /** Milliseconds since the first entry of the order. */
  readonly sinceStartMs: number;
  /** Milliseconds since the entry before. */
  readonly sincePreviousMs: number;
  readonly actor: ChainActor;
  /** A `PaymentEventType`, or `notification`: what the gateway delivered. */
  readonly type: string;
  readonly sessionId: string;
  /** The same in words. */
  readonly text: string;
  /** Redacted. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** One of an order's payment pages, without its address and secrets. */
export interface OrderSession {
  readonly sessionId: string;
  readonly status: StoredStatus;
  /** Decimal string. */
  readonly amount: string;
  readonly currency: string;
  readonly pspId: string | null;
  readonly uniqueReference: string;
  readonly correlationId: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  /** How often the gateway was asked about it, and when last. */
  readonly polls: number;
  readonly polledAt: Date | null;
}

/** All that is on record of one order. */
export interface OrderHistory {
  readonly orderReference: string;
  readonly test: boolean;
  readonly isPaid: boolean;
  /** Whether `onPayment` has finished, and how often it was called; `null` for an order that is not paid. */
  readonly fulfilment: Pick<Fulfilment, 'sessionId' | 'state' | 'attempts'> | null;
  /** What is stuck about it. */
  readonly stuck: readonly StuckOrder[];
  /** Oldest first. */
  readonly sessions: readonly OrderSession[];
  /** From the click to the fulfilment: all sessions' events and notifications in the order in which they happened. */
  readonly chain: readonly ChainEntry[];
}

/** What came of asking the gateway about one session. */
export interface AskedSession {
  readonly sessionId: string;
  /** The gateway's answer; `null` when another process was at work on the session, and it could not be asked. */
  readonly gateway: GatewayState | null;
  /** The same in words. */
  readonly said: string;
  readonly was: StoredStatus;
  readonly now: StoredStatus;
  /** Why it could not be settled; `null` when it could. */
  readonly error: string | null;
}

/** What the gateway says of an order now, and what followed. */
export interface AskedOrder {
  readonly sessions: readonly AskedSession[];
  /** What has been added to the chain. */
  readonly followed: readonly ChainEntry[];
  /** The order as it is now. */
  readonly order: OrderHistory;
}

/** What came of calling `onPayment` again. */
export interface RetriedOrder {
  /**
   * `'fulfilled'`: it has finished; `'failed'`: not this time, see `order.stuck`; `'nothing_owed'`: the order is not paid, or is
   * fulfilled already, and nothing was called; `'busy'`: another process is at work on it.
   */
  readonly result: 'fulfilled' | 'failed' | 'nothing_owed' | 'busy';
  /** The order as it is now. */
  readonly order: OrderHistory;
}

/**
 * The back office's view of the orders of this handler's mode, test or live. Every call may run beside any number of shops on
 * the same store. None of them asks who you are: put your own authorization in front.
 */
export interface Orders {
  /**
   * What is stuck, why, since when and what to do about it. On a hundred thousand sessions in well under a second.
   * @throws TypeError for a query that cannot be.
   */
  readonly stuck: (query?: StuckQuery) => Promise<StuckPage>;
  /** All that happened to an order, from the click to the fulfilment; `null` for an unknown one. */
  readonly show: (orderReference: string) => Promise<OrderHistory | null>;
  /**
   * Asks the gateway about each of an order's sessions now, also about a paid one, and settles by the answers: an order that
   * turns out to be paid is fulfilled. `null` for an unknown one.
   */
  readonly ask: (orderReference: string) => Promise<AskedOrder | null>;
  /** Calls `onPayment` again for a paid order that is not fulfilled, without waiting for its next time; `null` for an unknown one. */
  readonly retry: (orderReference: string) => Promise<RetriedOrder | null>;
}
