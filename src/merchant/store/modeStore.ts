import type { CheckoutStore, Claim, Effect, NewEvent, SessionRecord, Versioned } from './contract.ts';

/** How sessions are looked up by name, within one mode. */
export type SessionName = { orderReference: string } | { uniqueReference: string } | { pspId: string };

/** A store as a handler sees it: sessions, due work and fulfilments of its own mode, test or live, and no others. */
export interface ModeStore
  extends Omit<
    CheckoutStore,
    'findSessions' | 'claimDue' | 'claimOne' | 'getEffect' | 'startEffect' | 'completeEffect'
  > {
  findSessions(by: SessionName): Promise<readonly Versioned<SessionRecord>[]>;
  claimDue(limit: number, leaseMs: number): Promise<readonly Claim[]>;
  claimOne(sessionId: string, leaseMs: number): Promise<Claim | null>;
  getEffect(orderReference: string): Promise<Effect | null>;
  startEffect(orderReference: string): Promise<Effect | null>;
  completeEffect(orderReference: string, events: readonly NewEvent[]): Promise<void>;
}

/**
 * Binds a store to the mode of the handler's gateway client. Test and live may share a store, and even order references:
 * a payment made in test must never pay, block or fulfil a live order (T60).
 */
export function modeStore(store: CheckoutStore, test: boolean): ModeStore {
  const ours = ({ value }: Versioned<SessionRecord>) => value.test === test;
  return {
    ready: () => store.ready(),
    now: () => store.now(),
    createSession: (session, events, dueAt) => store.createSession(session, events, dueAt),
    async getSession(id) {
      const found = await store.getSession(id);
      return found !== null && ours(found) ? found : null;
    },
    async findSessions(by) {
      if ('orderReference' in by) return store.findSessions({ ...by, test });
      return (await store.findSessions(by)).filter(ours);
    },
    listSessions: (query) => store.listSessions({ ...query, test }),
    change: (change) => store.change(change),
    addEvents: (sessionId, events) => store.addEvents(sessionId, events),
    listEvents: (sessionId) => store.listEvents(sessionId),
    receive: (notice) => store.receive(notice),
    listNotices: (sessionId, limit) => store.listNotices(sessionId, limit),
    bringForward: (sessionId, at) => store.bringForward(sessionId, at),
    claimDue: (limit, leaseMs) => store.claimDue(limit, leaseMs, test),
    claimOne: (sessionId, leaseMs) => store.claimOne(sessionId, leaseMs, test),
    finish: (claim, nextAt) => store.finish(claim, nextAt),
    getEffect: (orderReference) => store.getEffect(orderReference, test),
    startEffect: (orderReference) => store.startEffect(orderReference, test),
    completeEffect: (orderReference, events) => store.completeEffect(orderReference, test, events),
    // A flood of test requests must not use up what live customers may ask.
    take: (bucket, limit, perMs) => store.take(test ? `test:${bucket}` : bucket, limit, perMs),
    purge: (before, bounds) => store.purge(before, bounds),
    close: () => store.close(),
  };
}
