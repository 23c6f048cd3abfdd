/*
 * What the merchant's own functions are given: an order, its payment, and how it ended.
 */
import type { Client, HppConfiguration } from '../gateway/types.ts';
import type { Amount } from '../protocol/gateway/money.ts';
import type { CardExpiry } from '../protocol/gateway/transaction.ts';

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
  /** The lines of the order, shown beside the hosted page on wide screens. For show only: their sum is not checked. */
  items?: readonly OrderItem[];
}

/** One line of an order, as the customer sees it. */
export interface OrderItem {
  /** At most 120 characters are shown. */
  name: string;
  /** A whole number; 1 is not shown. */
  quantity?: number;
  /** Of the whole line, in the order's currency. */
  amount?: Amount;
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
