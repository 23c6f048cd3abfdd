/*
 * What a store keeps, and what its operations are given and answer. Plain data; times are milliseconds of the store's clock.
 */

/** A session's status in the store; the browser gets to know less. */
export type StoredStatus =
  | 'creating'
  | 'open'
  | 'pending'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'unresolved';

/** One `POST /api/hpptoken/create`. Times are milliseconds of the store's clock. */
export interface SessionRecord {
  /** 128 random bits as 32 hex digits. */
  readonly id: string;
  readonly orderReference: string;
  /** Unique over all sessions, ever. */
  readonly uniqueReference: string;
  /** Decimal string, as sent to the gateway. */
  readonly amount: string;
  readonly currency: string;
  readonly transactionType: 'PURC' | 'AUTH';
  readonly test: boolean;
  readonly createdAt: number;
  /** SHA-256, hex, of the secret in this session's CallBackURL. */
  readonly notifySecretHash: string;
  /** Joins browser, server and gateway events of one click. */
  readonly correlationId: string;
  /**
   * What the browser sent to be priced, as redacted JSON: the price is asked again with it when the payment settles. `null`
   * where it was not kept.
   */
  readonly order: string | null;
  readonly status: StoredStatus;
  readonly pspId: string | null;
  /** The gateway's name for this redirect; no card token. */
  readonly transactionToken: string | null;
  /** The hosted page's address; cleared once the session is final. */
  readonly redirectUrl: string | null;
  readonly redirectExpiresAt: number | null;
  /** When somebody first opened the return page. Anybody who knows the session's id can: it leads to status calls, and holds nothing. */
  readonly returnedAt: number | null;
  /** When the hosted page sent the customer back: by the return address that only the gateway was given. */
  readonly sentBackAt: number | null;
  /** When the gateway was last asked, and how often; drives the sweep's schedule. */
  readonly checkedAt: number | null;
  readonly checks: number;
  /** When the session became `completed`. */
  readonly paidAt: number | null;
  /**
   * Who brought the details that `onPaymentDetails` has been given; `'notification_without_token'`: they had no card token, which
   * another one may bring; `'missing'`: the alert about them was raised; `null`: none yet.
   */
  readonly details: DetailsSource | 'notification_without_token' | 'missing' | null;
  /** How often the merchant's `onPaymentDetails` was started. */
  readonly detailsAttempts: number;
  /** When the session became `failed` or `expired`, or the gateway first gave an `unresolved` one up; the grace before `onUnpaid` counts from here. */
  readonly endedAt: number | null;
  /** When the merchant's `onPending` had finished; `null`: it has not, or there was no reason to call it. */
  readonly pendingToldAt: number | null;
  /** How often the merchant's `onPending` was started. */
  readonly pendingAttempts: number;
}

/** Where a payment's details came from: the notification has all of them, the status answer may have some. */
export type DetailsSource = 'notification' | 'status';

/** A record and its version, for compare-and-set. */
export interface Versioned<T> {
  readonly value: T;
  /** Rises by one with every change. */
  readonly version: number;
}

/** One event of a session's history: append-only, kept for audit. `data` is redacted JSON. */
export interface NewEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
export interface StoredEvent extends NewEvent {
  readonly sessionId: string;
  /** Rises within a session, from 1. */
  readonly sequence: number;
  readonly at: number;
}

/** What became of a new session. */
export type CreateResult =
  | { readonly kind: 'created' }
  /** The order has a session that may still be paid, or one that the caller did not know. */
  | { readonly kind: 'live'; readonly session: Versioned<SessionRecord> }
  /** The order has been paid for; `sessionId` is the one whose payment counts. */
  | { readonly kind: 'paid'; readonly sessionId: string }
  /** `id` or `uniqueReference` is in use. */
  | { readonly kind: 'duplicate' };

/** One compare-and-set of a session, with all that must be written with it or not at all. */
export interface Change {
  readonly id: string;
  readonly version: number;
  readonly next: SessionRecord;
  readonly events: readonly NewEvent[];
  /** Claims the order's one fulfilment for this session. */
  readonly claimFulfilment?: boolean;
  /** When the sweep should next work on the session: a store time, or `null` for never. Unchanged if absent. */
  readonly dueAt?: number | null;
}

/** What became of a `Change`. */
export type ChangeResult =
  | 'done'
  /** Somebody else changed the session first: read it again. */
  | 'stale'
  /** Another session of the order holds its fulfilment. Nothing was written. */
  | 'fulfilment_taken';

/** A notification as it arrived, redacted. Stored before it is acknowledged. */
export interface InboxNotification {
  /** SHA-256, hex, over what arrived, or of its place among the unsigned ones. Copies are counted instead of stored again; that is all it is for. */
  readonly digest: string;
  /** `null` for a notification that names no session we know. */
  readonly sessionId: string | null;
  readonly verified: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}
/** A notification that came to a session's own address. */
export interface SecretNotification extends InboxNotification {
  readonly sessionId: string;
  /** SHA-256, hex, of the secret in the address. */
  readonly secretHash: string;
  /** The session's mode. */
  readonly test: boolean;
}
/** What `receiveFor` answers: whether the notification came for the first time, and whose it is. */
export interface Received {
  readonly kind: 'new' | 'seen';
  /** As it was when the notification was stored. */
  readonly session: Versioned<SessionRecord>;
}
export interface StoredNotification extends InboxNotification {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly deliveries: number;
}

/** A piece of due work, leased to one worker. */
export interface Claim {
  readonly sessionId: string;
  /** Rises with every claim of the session: a worker whose lease has run out holds an old one (F44). */
  readonly fencingToken: number;
  readonly dueAt: number;
}

/** An order's one fulfilment; an order paid in test has another one live. */
export interface Fulfilment {
  readonly orderReference: string;
  readonly test: boolean;
  readonly sessionId: string;
  readonly state: 'pending' | 'done';
  /** How often the merchant's `onPayment`, or `onLatePayment`, was started. */
  readonly attempts: number;
  /**
   * There when the order had been released before it was paid: `onUnpaid` was begun. `'during_release'`: a call of it by the
   * worker of another session may not have ended when the payment was recorded; `'after_release'`: none was under way.
   */
  readonly late?: 'after_release' | 'during_release';
}

/**
 * An order's one release: `onUnpaid` was begun, and no payment has come since. A release is owed before that, too: while an
 * order's sessions have all ended, the last of them is due at the end of the grace. A begun one is owed while it is `pending`,
 * and its session then has a due time. A payment takes the release's place (`Fulfilment.late`).
 */
export interface Release {
  readonly orderReference: string;
  readonly test: boolean;
  /** The session whose work it is to tell the merchant. */
  readonly sessionId: string;
  readonly state: 'pending' | 'done';
  /** How often the merchant's `onUnpaid` was started; 1 or more. */
  readonly attempts: number;
}

/** A place in a list: the next page begins behind it. */
export interface ListPlace {
  /** What the list is in order of: a store time. */
  readonly at: number;
  /** Tells those of one time apart. */
  readonly id: string;
}

/** One page of a list, in order of time. */
export interface ListQuery {
  readonly test: boolean;
  /** This time or later. */
  readonly from?: number;
  /** Earlier than this time. */
  readonly before?: number;
  /** Behind the last one of the page before. */
  readonly after?: ListPlace;
  readonly limit: number;
}

/**
 * Work that is not done. `'fulfilment'`: `onPayment` is owed; by the time at which the payment claimed it. `'release'`:
 * `onUnpaid` was begun and has not finished; by the time at which it was begun. `'pending'`:
 * `onPending` of a pending session was called and has not finished; by the session's `createdAt`. `'details'`: the
 * details of a payment were not delivered, or none came; by the session's `createdAt`. `'due'`: a due time; by that time.
 */
export type UnfinishedKind = 'fulfilment' | 'release' | 'pending' | 'details' | 'due';

/** What `listUnfinished` is asked. */
export interface UnfinishedQuery extends ListQuery {
  /** Types of events: the last one of these comes with each session. */
  readonly lastOf: readonly string[];
}

/** A session with unfinished work, and its place in the list. */
export interface Unfinished extends ListPlace {
  readonly session: SessionRecord;
  /** The order's fulfilment, if this session holds it. */
  readonly fulfilment: Fulfilment | null;
  /** The order's release, if this session holds it. */
  readonly release: Release | null;
  /** The last event of its history of one of the types that were asked for. */
  readonly last: StoredEvent | null;
}

/** What begins a release: all of it is compared with the store before anything is written. */
export interface ReleaseStart {
  readonly sessionId: string;
  readonly orderReference: string;
  readonly test: boolean;
  /** How many sessions the order has, all of which were found to have ended. */
  readonly sessions: number;
  /** Added to the session's history with the first attempt only. */
  readonly events: readonly NewEvent[];
}

/** What became of a `ReleaseStart`. */
export type ReleaseResult =
  /** `onUnpaid` is to be called now. From here on a payment of the order is late. */
  | { readonly kind: 'started'; readonly release: Release }
  /** Nothing to do: the order is paid, was told before, or another session tells it. */
  | { readonly kind: 'not_owed' }
  /** The order has other sessions than those that were looked at, or one that may be paid. */
  | { readonly kind: 'stale' };

/** Whether the rate limit allows it, and when it will. */
export interface TakeResult {
  readonly allowed: boolean;
  readonly retryAfterMs: number;
}

/** One of the rate limits that a request for a page counts in. */
export interface Bucket {
  readonly name: string;
  readonly limit: number;
}

/** What became of a request for a page of an order. */
export type Admission =
  /** `sessions`: the order's, newest first; `now`: the store's clock. */
  | {
      readonly kind: 'admitted';
      readonly sessions: readonly Versioned<SessionRecord>[];
      readonly now: number;
    }
  /** `bucket`: the first that is full. Nothing was taken from any. */
  | { readonly kind: 'refused'; readonly bucket: string; readonly retryAfterMs: number };

/** What one `purge` keeps to. */
export interface PurgeBounds {
  /** Notifications of no session that last came before this time. Default: as for sessions. */
  readonly notificationsBefore?: number;
  /** At most so many sessions, and so many notifications of no session; the next call goes on. Default: all. */
  readonly limit?: number;
}
