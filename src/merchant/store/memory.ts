import { namesOf } from '../../help/namesOf.ts';
import { assertOptions } from './assertOptions.ts';
import type { CheckoutStore } from './contract.ts';
import { byAge } from './memory/sessions.ts';
import { memoryTables } from './memory/tables.ts';
import { isBehind, listOrphans, listUnfinished } from './memory/unfinished.ts';
import { change, createSession, purge, startRelease } from './memory/writes.ts';
import { monotonicClock } from './monotonicClock.ts';

/** For tests that move the clock. */
export interface MemoryStoreOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const OPTIONS = namesOf<MemoryStoreOptions>({ now: true });

/**
 * The contract in plain maps, for tests: nothing survives the process. Each operation is one turn of the event loop, which is
 * what makes it atomic.
 */
export function memoryStore(options: MemoryStoreOptions = {}): CheckoutStore {
  assertOptions('memoryStore', options, OPTIONS);
  const { now: wall = Date.now } = options;
  const { now } = monotonicClock(wall);
  const holders = new Map<boolean, string>();
  const tables = memoryTables(now);
  const { sessions, inbox, fulfilments, buckets, revocations, queue } = tables;
  return {
    ready: async () => {},
    now: async () => now(),

    createSession: async (session, events, dueAt, known) =>
      createSession(tables, session, events, dueAt, known),
    getSession: async (id) => sessions.get(id) ?? null,
    async findSessions(by) {
      if ('orderReference' in by) return sessions.ofOrder(by).sort((a, b) => byAge(b, a));
      if ('pspId' in by) return sessions.filter(({ pspId }) => pspId === by.pspId).reverse();
      const found = sessions.byUniqueReference(by.uniqueReference);
      return found === undefined ? [] : [found];
    },
    async listSessions({
      statuses,
      test,
      createdFrom = 0,
      createdBefore = Number.MAX_SAFE_INTEGER,
      after,
      limit,
    }) {
      const found = sessions.filter(
        (session) =>
          statuses.includes(session.status) &&
          (test === undefined || session.test === test) &&
          session.createdAt >= createdFrom &&
          session.createdAt < createdBefore &&
          isBehind({ at: session.createdAt, id: session.id }, after),
      );
      return found.slice(0, limit);
    },
    change: async (wanted) => change(tables, wanted),
    addEvents: async (sessionId, events) => sessions.append(sessionId, events),
    listEvents: async (sessionId) => sessions.events(sessionId),

    async receive(notification) {
      if (notification.sessionId !== null) queue.bringForward(notification.sessionId, now());
      return inbox.receive(notification);
    },
    async receiveFor({ secretHash, test, ...notification }) {
      const session = sessions.get(notification.sessionId);
      if (session?.value.test !== test || session.value.notifySecretHash !== secretHash) return null;
      queue.bringForward(notification.sessionId, now());
      return { kind: inbox.receive(notification), session };
    },
    listNotifications: async (sessionId, limit) => inbox.list(sessionId, limit),

    bringForward: async (sessionId, at) => queue.bringForward(sessionId, at),
    claimDue: async (limit, leaseMs, test) => queue.claimDue(limit, leaseMs, test),
    claimOne: async (sessionId, leaseMs, test) => queue.claimOne(sessionId, leaseMs, test),
    finish: async (claim, nextAt) => queue.finish(claim, nextAt),

    getFulfilment: async (orderReference, test) => fulfilments.get({ orderReference, test }) ?? null,
    startFulfilment: async (orderReference, test) => fulfilments.start({ orderReference, test }),
    async completeFulfilment(orderReference, test, events) {
      const sessionId = fulfilments.complete({ orderReference, test });
      if (sessionId !== null) sessions.append(sessionId, events);
    },

    listUnfinished: async (kind, query) => listUnfinished(tables, kind, query),
    listOrphans: async (query) => listOrphans(tables, query),

    getRelease: async (orderReference, test) => fulfilments.getRelease({ orderReference, test }) ?? null,
    startRelease: async (start) => startRelease(tables, start),
    async completeRelease(orderReference, test, events) {
      const sessionId = fulfilments.completeRelease({ orderReference, test });
      if (sessionId !== null) sessions.append(sessionId, events);
      return sessionId !== null;
    },

    take: async (bucket, limit, perMs) => buckets.take(bucket, limit, perMs),
    async admit(order, wanted, perMs) {
      const full = buckets.takeAll(wanted, perMs);
      if (full !== null) return { kind: 'refused', ...full };
      const found = sessions.ofOrder(order).sort((a, b) => byAge(b, a));
      return { kind: 'admitted', sessions: found, now: now() };
    },
    revoke: async (name, keepUntil) => revocations.revoke(name, keepUntil),
    countRevocations: async (names) => names.map(revocations.count),
    async claimFor(holder, test) {
      const held = holders.get(test) ?? holder;
      holders.set(test, held);
      return held;
    },
    purge: async (before, bounds) => purge(tables, before, bounds),
    close: async () => {},
  };
}
