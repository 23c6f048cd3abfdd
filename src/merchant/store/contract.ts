/*
 * What the handler needs of a store. One conformance suite (`test/contracts/store.ts`) runs on every implementation.
 *
 * Promises
 * 1. Each method is one atomic step: after a crash it has happened whole or not at all.
 * 2. A step that was acknowledged survives the process and, on the durable stores, power loss.
 * 3. Times are the store's own clock, so that servers with wrong clocks agree on leases and due times (F48).
 * 4. No card number, security code or full card token is ever given to a store.
 * 5. Test and live may share a store: an order is known by its reference *and* its test flag. What is of one mode neither
 *    blocks, claims nor fulfils what is of the other.
 */

/** A session's status in the store; the browser is told less. */
export type StoredStatus =
  | 'creating'
  | 'open'
  | 'pending'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'unresolved';

/** Statuses that hold an order's one place for a payable session: one for its test payments, one for its live ones. */
export const LIVE_STATUSES = ['creating', 'open', 'pending'] as const satisfies readonly StoredStatus[];

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
  /** When somebody first opened the return page. Anybody who knows the session's id can: it leads to looks, and holds nothing. */
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
}

/** Where a payment's details came from: the notification has all of them, the status answer may have some. */
export type DetailsSource = 'notification' | 'status';

/** A record and its version, for compare-and-set. */
export interface Versioned<T> {
  readonly value: T;
  /** Rises by one with every change. */
  readonly version: number;
}

/** One line of a session's history: append-only, kept for audit. `data` is redacted JSON. */
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
  /** The order has a session that may still be paid. */
  | { readonly kind: 'live'; readonly session: Versioned<SessionRecord> }
  /** The order has been paid for; `sessionId` is the one whose payment counts. */
  | { readonly kind: 'paid'; readonly sessionId: string }
  /** `id` or `uniqueReference` is in use. */
  | { readonly kind: 'duplicate' };

/** One compare-and-set of a session, with all that must happen in the same step. */
export interface Change {
  readonly id: string;
  readonly version: number;
  readonly next: SessionRecord;
  readonly events: readonly NewEvent[];
  /** Claims the order's one fulfilment for this session, in the same step. */
  readonly claimFulfilment?: boolean;
  /** When the sweep should next look at the session: a store time, or `null` for never. Unchanged if absent. */
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
  /** SHA-256, hex, over what arrived, or of its place among the unsigned ones: stops the inbox from growing with redeliveries, and nothing else. */
  readonly digest: string;
  /** `null` for a notification that names no session we know. */
  readonly sessionId: string | null;
  readonly verified: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}
export interface StoredNotification extends InboxNotification {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly deliveries: number;
}

/** A piece of due work, leased to one worker. */
export interface Claim {
  readonly sessionId: string;
  /** Rises with every claim of the session: a worker that overslept its lease holds an old one (F44). */
  readonly fencingToken: number;
  readonly dueAt: number;
}

/** An order's one fulfilment; an order paid in test has another one live. */
export interface Fulfilment {
  readonly orderReference: string;
  readonly test: boolean;
  readonly sessionId: string;
  readonly state: 'pending' | 'done';
  /** How often the merchant's `onPayment` was started. */
  readonly attempts: number;
}

/** Whether the rate limit allows it, and when it will. */
export interface TakeResult {
  readonly allowed: boolean;
  readonly retryAfterMs: number;
}

/** What one `purge` keeps to. */
export interface PurgeBounds {
  /** Notifications of no session that last came before this time. Default: as for sessions. */
  readonly notificationsBefore?: number;
  /** At most so many sessions, and so many notifications of no session; the next call goes on. Default: all. */
  readonly limit?: number;
}

/** What the handler needs of a store. Use `sqliteStore`, `postgresStore` or `memoryStore`, or write another one. */
export interface CheckoutStore {
  /** Opens the store and applies missing migrations; several processes may call it at once. Idempotent. */
  ready(): Promise<void>;
  /** The store's clock, milliseconds since 1970. */
  now(): Promise<number>;

  /** Inserts a session with its first events and its due time, unless one of the other results holds. */
  createSession(session: SessionRecord, events: readonly NewEvent[], dueAt: number): Promise<CreateResult>;
  getSession(id: string): Promise<Versioned<SessionRecord> | null>;
  /** Newest first. */
  findSessions(
    by: { orderReference: string; test: boolean } | { uniqueReference: string } | { pspId: string },
  ): Promise<readonly Versioned<SessionRecord>[]>;
  /** Sessions in these statuses, oldest first; for `reconcile`. */
  listSessions(query: {
    statuses: readonly StoredStatus[];
    /** Both modes if absent. */
    test?: boolean;
    /** This time or later: a long list is read page by page. */
    createdFrom?: number;
    createdBefore?: number;
    limit: number;
  }): Promise<readonly Versioned<SessionRecord>[]>;
  change(change: Change): Promise<ChangeResult>;
  /** Adds events without changing the session. */
  addEvents(sessionId: string, events: readonly NewEvent[]): Promise<void>;
  listEvents(sessionId: string): Promise<readonly StoredEvent[]>;

  /** Stores a notification and, when it names a session, makes that session due now. One step. */
  receive(notification: InboxNotification): Promise<'new' | 'seen'>;
  /** `null`: those that name no session. Newest first. */
  listNotifications(sessionId: string | null, limit: number): Promise<readonly StoredNotification[]>;

  /** Makes a session due at `at` unless it is due earlier. */
  bringForward(sessionId: string, at: number): Promise<void>;
  /** Leases up to `limit` due sessions of one mode for `leaseMs`; each to one caller only. */
  claimDue(limit: number, leaseMs: number, test: boolean): Promise<readonly Claim[]>;
  /** As `claimDue`, for one session whether due or not; `null` while another worker holds it, and for one of the other mode. */
  claimOne(sessionId: string, leaseMs: number, test: boolean): Promise<Claim | null>;
  /** Ends a lease and sets the next due time. `false` when the fencingToken is old: somebody else has the session now. */
  finish(claim: Claim, nextAt: number | null): Promise<boolean>;

  getFulfilment(orderReference: string, test: boolean): Promise<Fulfilment | null>;
  /** Counts an attempt of a pending fulfilment and returns it; `null` when it is done or unknown. */
  startFulfilment(orderReference: string, test: boolean): Promise<Fulfilment | null>;
  /** Records that the merchant's `onPayment` has finished, and adds the events. */
  completeFulfilment(orderReference: string, test: boolean, events: readonly NewEvent[]): Promise<void>;

  /** Shared rate limit: takes one from the bucket if fewer than `limit` were taken in the last `perMs`. */
  take(bucket: string, limit: number, perMs: number): Promise<TakeResult>;

  /**
   * Deletes sessions created before `before` that have ended, with all that hangs on them, and notifications that belong to no
   * session. A session stays while something is still to be done for it: a fulfilment that is owed, or any due time.
   */
  purge(
    before: number,
    bounds?: PurgeBounds,
  ): Promise<{ readonly sessions: number; readonly notifications: number }>;
  close(): Promise<void>;
}
