import type {
  Admission,
  Bucket,
  Change,
  ChangeResult,
  Claim,
  CreateResult,
  Fulfilment,
  InboxNotification,
  ListPlace,
  ListQuery,
  NewEvent,
  PurgeBounds,
  Received,
  Release,
  ReleaseResult,
  ReleaseStart,
  SecretNotification,
  SessionRecord,
  StoredEvent,
  StoredNotification,
  StoredStatus,
  TakeResult,
  Unfinished,
  UnfinishedKind,
  UnfinishedQuery,
  Versioned,
} from './records.ts';

export type * from './records.ts';

/**
 * What the handler needs of a store. Use `sqliteStore`, `postgresStore`, `mysqlStore` or `memoryStore`, or write another one:
 * `testCheckoutStore` of `hpp-checkout/testing` says whether it is one.
 *
 * 1. Each operation is atomic: after a crash, and for everybody who reads meanwhile, it has happened whole or not at all.
 * 2. What was acknowledged survives the process and, on the durable stores, power loss.
 * 3. Times are the store's own clock, so that servers with wrong clocks agree on leases and due times (F48).
 * 4. No card number, security code or full card token is ever given to a store.
 * 5. Test and live may share a store: an order is known by its reference *and* its test flag. What is of one mode neither
 *    blocks, claims nor fulfils what is of the other.
 * 6. Operations of several processes come at the same time; each says below what then holds.
 */
export interface CheckoutStore {
  /** Opens the store and applies missing migrations, once, even when several processes call it together; idempotent. */
  ready(): Promise<void>;
  /** The store's clock, milliseconds since 1970: the same for all processes. */
  now(): Promise<number>;

  /**
   * Inserts a session with its first events and its due time, all or nothing: of any number that come together for one order
   * and mode one is `created`, and none while the order has a session that may be paid, or has been paid. An order that was
   * released may get a new session: its payment is late.
   *
   * @param known the ids of the order's sessions that the caller looked at before it decided on a new one: none is created while
   *   the order has another, whatever has become of that.
   */
  createSession(
    session: SessionRecord,
    events: readonly NewEvent[],
    dueAt: number,
    known?: readonly string[],
  ): Promise<CreateResult>;
  /** The session as the last acknowledged write left it, with its version. */
  getSession(id: string): Promise<Versioned<SessionRecord> | null>;
  /** All sessions with this reference or gateway id, newest first; an order's are of one mode, the others may be of both. */
  findSessions(
    by: { orderReference: string; test: boolean } | { uniqueReference: string } | { pspId: string },
  ): Promise<readonly Versioned<SessionRecord>[]>;
  /** Sessions in these statuses, oldest first, those of one time by their id. */
  listSessions(query: {
    statuses: readonly StoredStatus[];
    /** Both modes if absent. */
    test?: boolean;
    /** This time or later. */
    createdFrom?: number;
    createdBefore?: number;
    /** Behind the last session of the page before: its `createdAt` and its id. A long list is read page by page. */
    after?: ListPlace;
    limit: number;
  }): Promise<readonly Versioned<SessionRecord>[]>;
  /**
   * Compare-and-set: of all changes of one version one is `done`, with its events, due time and claim of the fulfilment; the
   * others write nothing. A change of a field that a payment is compared with is refused (`invalid_change`). A claim of the
   * fulfilment takes the place of the order's release, and is then `late`: of a claim and a `startRelease` that come together
   * one is first, and the other finds what it did.
   */
  change(change: Change): Promise<ChangeResult>;
  /** Appends to the session's history, after all that is in it, without changing its version. */
  addEvents(sessionId: string, events: readonly NewEvent[]): Promise<void>;
  /** The session's history in order, numbered from 1 without a gap. */
  listEvents(sessionId: string): Promise<readonly StoredEvent[]>;

  /**
   * Stores a notification and, when it names a session, makes that session due now, all or nothing: of any number of copies
   * (one digest) one is `new`, and the others are counted.
   */
  receive(notification: InboxNotification): Promise<'new' | 'seen'>;
  /**
   * As `receive`, and reads the session; `null`, and nothing is written, unless the session is of this mode and `secretHash` is its
   * `notifySecretHash`.
   */
  receiveFor(notification: SecretNotification): Promise<Received | null>;
  /** Newest first; `null`: those that name no session. */
  listNotifications(sessionId: string | null, limit: number): Promise<readonly StoredNotification[]>;

  /** Makes a session due at `at` unless it is due earlier; one that is leased becomes due then when its lease ends. */
  bringForward(sessionId: string, at: number): Promise<void>;
  /**
   * Leases up to `limit` due sessions of one mode for `leaseMs` of the store's clock: each to one caller only, with a fencing
   * token higher than all before. A lease that is not finished makes its session due again when it ends.
   */
  claimDue(limit: number, leaseMs: number, test: boolean): Promise<readonly Claim[]>;
  /** As `claimDue`, for one session whether due or not; `null` while another worker holds it, and for one of the other mode. */
  claimOne(sessionId: string, leaseMs: number, test: boolean): Promise<Claim | null>;
  /**
   * Ends a lease and sets the next due time, or an earlier one that was asked for meanwhile; `false`, and nothing is written,
   * when the fencing token is old: somebody else has the session now.
   */
  finish(claim: Claim, nextAt: number | null): Promise<boolean>;

  /** The order's one fulfilment, whichever session claimed it. */
  getFulfilment(orderReference: string, test: boolean): Promise<Fulfilment | null>;
  /** Counts an attempt of a pending fulfilment and returns it, each attempt with its own number; `null` when it is done or unknown. */
  startFulfilment(orderReference: string, test: boolean): Promise<Fulfilment | null>;
  /** Records that the merchant's `onPayment` has finished, and adds the events, once however often it is called. */
  completeFulfilment(orderReference: string, test: boolean, events: readonly NewEvent[]): Promise<void>;

  /**
   * Sessions of one mode with work of a kind that is not done, in order of `at`, those of one time by the session's id. As fast
   * on a hundred thousand sessions as on ten: it reads what it lists, by an index. For `handler.orders` alone: a store without
   * it takes payments all the same.
   */
  listUnfinished(kind: UnfinishedKind, query: UnfinishedQuery): Promise<readonly Unfinished[]>;
  /**
   * Notifications of no session that the gateway signed, in order of `lastAt`, those of one time by their digest (the `id` of
   * `after`); of both modes. As fast, and for the same.
   */
  listOrphans(query: Omit<ListQuery, 'test'>): Promise<readonly StoredNotification[]>;

  /** The order's release, while no payment has taken its place. */
  getRelease(orderReference: string, test: boolean): Promise<Release | null>;
  /**
   * Begins the release of an order, or counts another attempt of this session's pending one. Begun only if the order has exactly
   * so many sessions, each `failed`, `expired` or `unresolved`, and no fulfilment; of any number that begin at once one is `started`.
   */
  startRelease(start: ReleaseStart): Promise<ReleaseResult>;
  /** Records that the merchant's `onUnpaid` has finished, and adds the events: once, and not at all after a payment has come. */
  completeRelease(orderReference: string, test: boolean, events: readonly NewEvent[]): Promise<boolean>;

  /** Rate limit over all processes: takes one from the bucket if fewer than `limit` were taken in the last `perMs`. */
  take(bucket: string, limit: number, perMs: number): Promise<TakeResult>;
  /**
   * What a session begins with: takes one from each bucket if all of them allow it, and reads the order's sessions. The first
   * bucket's limit is exact, as with `take`; the others may be passed by as many requests as come at the same instant.
   */
  admit(
    order: { orderReference: string; test: boolean },
    buckets: readonly Bucket[],
    perMs: number,
  ): Promise<Admission>;

  /**
   * Counts a revocation of this name, and keeps the count until `keepUntil`, for good where that is `null`. Of any number that
   * come together each counts.
   */
  revoke(name: string, keepUntil: number | null): Promise<void>;
  /** How often each of these names was revoked, in their order; 0 for one that never was. */
  countRevocations(names: readonly string[]): Promise<readonly number[]>;
  /**
   * Whose payments of this mode the store holds: the first holder that ever asked, whoever asks. Of any number that come together
   * one is first. Optional: without it nobody notices a second merchant's handler on the store.
   */
  claimFor?(holder: string, test: boolean): Promise<string>;

  /**
   * Deletes sessions created before `before` that have ended, with all that hangs on them, and notifications that belong to no
   * session; in batches that are each atomic. A session stays while something is still to be done for it: a fulfilment or a
   * release that is owed, or any due time.
   */
  purge(
    before: number,
    bounds?: PurgeBounds,
  ): Promise<{ readonly sessions: number; readonly notifications: number }>;
  /** Waits for what is under way and frees what the store opened; what it was given stays open. */
  close(): Promise<void>;
}
