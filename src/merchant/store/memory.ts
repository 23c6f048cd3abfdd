import type {
  Change,
  ChangeResult,
  CheckoutStore,
  CreateResult,
  Fulfilment,
  InboxNotification,
  NewEvent,
  PurgeBounds,
  SessionRecord,
  StoredEvent,
  StoredNotification,
  TakeResult,
  Versioned,
} from './contract.ts';
import { FINAL_STATUSES, FREEING_STATUSES } from './finalStatuses.ts';
import { assertFixedFields } from './fixedFields.ts';
import { memoryQueue } from './memory/queue.ts';
import { monotonicClock } from './monotonicClock.ts';
import { slidingLog } from './slidingLog.ts';
import { StoreError } from './storeError.ts';

/** For tests that move the clock. */
export interface MemoryStoreOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const isOneOf = (statuses: readonly string[], status: string): boolean => statuses.includes(status);
type Order = Pick<SessionRecord, 'orderReference' | 'test'>;
const keyOf = ({ orderReference, test }: Order): string => `${test ? 'test' : 'live'}:${orderReference}`;
const json = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/**
 * The contract in plain maps, for tests: nothing survives the process. Each method is one turn of the event loop,
 * which is what makes it atomic.
 */
export function memoryStore({ now: wall = Date.now }: MemoryStoreOptions = {}): CheckoutStore {
  const { now } = monotonicClock(wall);
  const sessions = new Map<string, Versioned<SessionRecord>>();
  const events = new Map<string, StoredEvent[]>();
  const notifications = new Map<string, StoredNotification>();
  const fulfilments = new Map<string, Fulfilment>();
  const buckets = new Map<string, { times: readonly number[]; expiresAt: number }>();
  const queue = memoryQueue(now);

  /** Ids by what is looked up for every session; the rest may take its time. */
  const byOrder = new Map<string, Set<string>>();
  const byUnique = new Map<string, string>();

  const all = () => [...sessions.values()];
  const those = (ids: Iterable<string>) =>
    Array.from(ids, (id) => sessions.get(id)).filter((session) => session !== undefined);
  const ofOrder = (orderReference: string) => those(byOrder.get(orderReference) ?? []);
  const liveOf = ({ orderReference, test }: Order) =>
    ofOrder(orderReference).find(
      ({ value }) => value.test === test && !isOneOf(FREEING_STATUSES, value.status),
    );

  function append(id: string, added: readonly NewEvent[]): void {
    const log = events.get(id);
    if (log === undefined) {
      throw new StoreError('invalid_change', `There is no session ${id} to add events to.`);
    }
    for (const { type, data } of added) {
      log.push({ sessionId: id, sequence: log.length + 1, at: now(), type, data: json(data) });
    }
  }

  function create(session: SessionRecord, first: readonly NewEvent[], dueAt: number): CreateResult {
    const fulfilment = fulfilments.get(keyOf(session));
    if (fulfilment !== undefined) return { kind: 'paid', sessionId: fulfilment.sessionId };
    const live = liveOf(session);
    if (live !== undefined) return { kind: 'live', session: live };
    if (sessions.has(session.id) || byUnique.has(session.uniqueReference)) return { kind: 'duplicate' };
    const ids = byOrder.get(session.orderReference) ?? new Set();
    byOrder.set(session.orderReference, ids.add(session.id));
    byUnique.set(session.uniqueReference, session.id);
    sessions.set(session.id, { value: Object.freeze({ ...session }), version: 1 });
    events.set(session.id, []);
    append(session.id, first);
    queue.add(session.id, dueAt, session.test);
    return { kind: 'created' };
  }

  function change({ id, version, next, events: added, claimFulfilment, dueAt }: Change): ChangeResult {
    const stored = sessions.get(id);
    if (stored === undefined || stored.version !== version) return 'stale';
    assertFixedFields(stored.value, next);
    const live = liveOf(next);
    if (live !== undefined && live.value.id !== id && !isOneOf(FREEING_STATUSES, next.status)) {
      throw new StoreError(
        'invalid_change',
        `Session ${id} cannot become "${next.status}": session ${live.value.id} of the same order may still be paid.`,
      );
    }
    if (claimFulfilment === true) {
      const fulfilment = fulfilments.get(keyOf(next));
      if (fulfilment !== undefined && fulfilment.sessionId !== id) return 'fulfilment_taken';
      if (fulfilment === undefined) {
        fulfilments.set(keyOf(next), {
          orderReference: next.orderReference,
          test: next.test,
          sessionId: id,
          state: 'pending',
          attempts: 0,
        });
      }
    }
    sessions.set(id, { value: Object.freeze({ ...next }), version: version + 1 });
    append(id, added);
    if (dueAt !== undefined) queue.schedule(id, dueAt);
    return 'done';
  }

  function receive(notification: InboxNotification): 'new' | 'seen' {
    const known = notifications.get(notification.digest);
    notifications.set(notification.digest, {
      digest: notification.digest,
      sessionId: known?.sessionId ?? notification.sessionId,
      verified: known?.verified === true || notification.verified,
      body: known?.body ?? json(notification.body),
      firstAt: known?.firstAt ?? now(),
      lastAt: now(),
      deliveries: (known?.deliveries ?? 0) + 1,
    });
    if (notification.sessionId !== null) queue.bringForward(notification.sessionId, now());
    return known === undefined ? 'new' : 'seen';
  }

  function take(bucket: string, limit: number, perMs: number): TakeResult {
    const { result, times } = slidingLog(buckets.get(bucket)?.times ?? [], now(), limit, perMs);
    if (times !== null) buckets.set(bucket, { times, expiresAt: now() + perMs });
    return result;
  }

  function purge(
    before: number,
    { notificationsBefore = before, limit = Number.POSITIVE_INFINITY }: PurgeBounds = {},
  ): { sessions: number; notifications: number } {
    const gone = { sessions: 0, notifications: 0 };
    for (const { value } of all().sort(byAge)) {
      if (gone.sessions >= limit) break;
      const fulfilment = fulfilments.get(keyOf(value));
      const owed = fulfilment?.sessionId === value.id && fulfilment.state === 'pending';
      if (!isOneOf(FINAL_STATUSES, value.status) || value.createdAt >= before || owed) continue;
      if (queue.isDue(value.id)) continue;
      sessions.delete(value.id);
      byUnique.delete(value.uniqueReference);
      byOrder.get(value.orderReference)?.delete(value.id);
      events.delete(value.id);
      queue.remove(value.id);
      if (fulfilment?.sessionId === value.id) fulfilments.delete(keyOf(value));
      for (const { digest, sessionId } of notifications.values()) {
        if (sessionId === value.id && notifications.delete(digest)) gone.notifications++;
      }
      gone.sessions++;
    }
    let orphans = 0;
    for (const { digest, sessionId, lastAt } of notifications.values()) {
      if (orphans >= limit) break;
      const orphan = sessionId === null || !sessions.has(sessionId);
      if (orphan && lastAt < notificationsBefore && notifications.delete(digest)) orphans++;
    }
    gone.notifications += orphans;
    for (const [bucket, { expiresAt }] of buckets) if (expiresAt <= now()) buckets.delete(bucket);
    return gone;
  }

  return {
    ready: async () => {},
    now: async () => now(),

    createSession: async (session, first, dueAt) => create(session, first, dueAt),
    getSession: async (id) => sessions.get(id) ?? null,
    async findSessions(by) {
      const found =
        'orderReference' in by
          ? ofOrder(by.orderReference).filter(({ value }) => value.test === by.test)
          : 'uniqueReference' in by
            ? those([byUnique.get(by.uniqueReference) ?? ''])
            : all().filter(({ value }) => value.pspId === by.pspId);
      return found.sort((a, b) => byAge(b, a));
    },
    async listSessions({ statuses, test, createdFrom = 0, createdBefore = Number.MAX_SAFE_INTEGER, limit }) {
      return all()
        .filter(
          ({ value }) =>
            isOneOf(statuses, value.status) &&
            (test === undefined || value.test === test) &&
            value.createdAt >= createdFrom &&
            value.createdAt < createdBefore,
        )
        .sort(byAge)
        .slice(0, limit);
    },
    change: async (wanted) => change(wanted),
    addEvents: async (sessionId, added) => append(sessionId, added),
    listEvents: async (sessionId) => json(events.get(sessionId) ?? []),

    receive: async (notification) => receive(notification),
    async listNotifications(sessionId, limit) {
      const found = [...notifications.values()].filter(
        (notification) => notification.sessionId === sessionId,
      );
      found.sort((a, b) => b.lastAt - a.lastAt || (a.digest < b.digest ? 1 : -1));
      return json(found.slice(0, limit));
    },

    bringForward: async (sessionId, at) => queue.bringForward(sessionId, at),
    claimDue: async (limit, leaseMs, test) => queue.claimDue(limit, leaseMs, test),
    claimOne: async (sessionId, leaseMs, test) => queue.claimOne(sessionId, leaseMs, test),
    finish: async (claim, nextAt) => queue.finish(claim, nextAt),

    getFulfilment: async (orderReference, test) => fulfilments.get(keyOf({ orderReference, test })) ?? null,
    async startFulfilment(orderReference, test) {
      const key = keyOf({ orderReference, test });
      const fulfilment = fulfilments.get(key);
      if (fulfilment?.state !== 'pending') return null;
      const started: Fulfilment = { ...fulfilment, attempts: fulfilment.attempts + 1 };
      fulfilments.set(key, started);
      return started;
    },
    async completeFulfilment(orderReference, test, added) {
      const key = keyOf({ orderReference, test });
      const fulfilment = fulfilments.get(key);
      if (fulfilment === undefined) {
        throw new StoreError('invalid_change', `Order ${orderReference} has no fulfilment to complete.`);
      }
      if (fulfilment.state === 'done') return;
      fulfilments.set(key, { ...fulfilment, state: 'done' });
      append(fulfilment.sessionId, added);
    },

    take: async (bucket, limit, perMs) => take(bucket, limit, perMs),
    purge: async (before, bounds) => purge(before, bounds),
    close: async () => {},
  };
}

function byAge(a: Versioned<SessionRecord>, b: Versioned<SessionRecord>): number {
  return a.value.createdAt - b.value.createdAt || (a.value.id < b.value.id ? -1 : 1);
}
