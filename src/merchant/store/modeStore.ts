import type {
  Admission,
  Bucket,
  CheckoutStore,
  Claim,
  Fulfilment,
  NewEvent,
  Received,
  Release,
  ReleaseResult,
  ReleaseStart,
  SecretNotification,
  SessionRecord,
  Unfinished,
  UnfinishedKind,
  UnfinishedQuery,
  Versioned,
} from './contract.ts';

/** What sessions are found by, within one mode. */
export type SessionName = { orderReference: string } | { uniqueReference: string } | { pspId: string };

/** A store as a handler sees it: sessions, due work and fulfilments of its own mode, test or live, and no others. */
export interface ModeStore
  extends Omit<
    CheckoutStore,
    | 'findSessions'
    | 'receiveFor'
    | 'admit'
    | 'claimDue'
    | 'claimOne'
    | 'getFulfilment'
    | 'startFulfilment'
    | 'completeFulfilment'
    | 'listUnfinished'
    | 'getRelease'
    | 'startRelease'
    | 'completeRelease'
    | 'claimFor'
  > {
  /** The one that asks, where the store cannot say. */
  claimFor(holder: string): Promise<string>;
  admit(order: { orderReference: string }, buckets: readonly Bucket[], perMs: number): Promise<Admission>;
  findSessions(by: SessionName): Promise<readonly Versioned<SessionRecord>[]>;
  receiveFor(notification: Omit<SecretNotification, 'test'>): Promise<Received | null>;
  claimDue(limit: number, leaseMs: number): Promise<readonly Claim[]>;
  claimOne(sessionId: string, leaseMs: number): Promise<Claim | null>;
  getFulfilment(orderReference: string): Promise<Fulfilment | null>;
  startFulfilment(orderReference: string): Promise<Fulfilment | null>;
  completeFulfilment(orderReference: string, events: readonly NewEvent[]): Promise<void>;
  listUnfinished(kind: UnfinishedKind, query: Omit<UnfinishedQuery, 'test'>): Promise<readonly Unfinished[]>;
  getRelease(orderReference: string): Promise<Release | null>;
  startRelease(start: Omit<ReleaseStart, 'test'>): Promise<ReleaseResult>;
  completeRelease(orderReference: string, events: readonly NewEvent[]): Promise<boolean>;
}

/**
 * Binds a store to the mode of the handler's gateway client. Test and live may share a store, and even order references:
 * a payment made in test must never pay, block or fulfil a live order (T60). A store that throws
 * instead of rejecting rejects here.
 */
export function modeStore(store: CheckoutStore, test: boolean): ModeStore {
  const ours = ({ value }: Versioned<SessionRecord>) => value.test === test;
  const ofMode = (name: string) => (test ? `test:${name}` : name);
  return {
    ready: async () => store.ready(),
    now: async () => store.now(),
    createSession: async (session, events, dueAt, known) =>
      store.createSession(session, events, dueAt, known),
    async getSession(id) {
      const found = await store.getSession(id);
      return found !== null && ours(found) ? found : null;
    },
    async findSessions(by) {
      if ('orderReference' in by) return store.findSessions({ ...by, test });
      return (await store.findSessions(by)).filter(ours);
    },
    listSessions: async (query) => store.listSessions({ ...query, test }),
    change: async (change) => store.change(change),
    addEvents: async (sessionId, events) => store.addEvents(sessionId, events),
    listEvents: async (sessionId) => store.listEvents(sessionId),
    receive: async (notification) => store.receive(notification),
    receiveFor: async (notification) => store.receiveFor({ ...notification, test }),
    listNotifications: async (sessionId, limit) => store.listNotifications(sessionId, limit),
    bringForward: async (sessionId, at) => store.bringForward(sessionId, at),
    claimDue: async (limit, leaseMs) => store.claimDue(limit, leaseMs, test),
    claimOne: async (sessionId, leaseMs) => store.claimOne(sessionId, leaseMs, test),
    finish: async (claim, nextAt) => store.finish(claim, nextAt),
    getFulfilment: async (orderReference) => store.getFulfilment(orderReference, test),
    startFulfilment: async (orderReference) => store.startFulfilment(orderReference, test),
    completeFulfilment: async (orderReference, events) =>
      store.completeFulfilment(orderReference, test, events),
    listUnfinished: async (kind, query) => store.listUnfinished(kind, { ...query, test }),
    listOrphans: async (query) => store.listOrphans(query),

    getRelease: async (orderReference) => store.getRelease(orderReference, test),
    startRelease: async (start) => store.startRelease({ ...start, test }),
    completeRelease: async (orderReference, events) => store.completeRelease(orderReference, test, events),
    // A flood of test requests must not use up what live customers may ask.
    take: async (bucket, limit, perMs) => store.take(ofMode(bucket), limit, perMs),
    async admit(order, buckets, perMs) {
      const ours = buckets.map(({ name, limit }) => ({ name: ofMode(name), limit }));
      const result = await store.admit({ ...order, test }, ours, perMs);
      if (result.kind === 'admitted') return result;
      const full = buckets.find(({ name }) => ofMode(name) === result.bucket);
      return { ...result, bucket: full?.name ?? result.bucket };
    },
    revoke: async (name, keepUntil) => store.revoke(ofMode(name), keepUntil),
    countRevocations: async (names) => store.countRevocations(names.map(ofMode)),
    claimFor: async (holder) => (await store.claimFor?.(holder, test)) ?? holder,
    purge: async (before, bounds) => store.purge(before, bounds),
    close: async () => store.close(),
  };
}
