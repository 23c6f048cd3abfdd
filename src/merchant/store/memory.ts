import type {
  Change,
  ChangeResult,
  CheckoutStore,
  CreateResult,
  Effect,
  NewEvent,
  Notice,
  PurgeBounds,
  SessionRecord,
  StoredEvent,
  StoredNotice,
  TakeResult,
  Versioned,
} from './contract.ts';
import { FINAL_STATUSES, FREEING_STATUSES } from './finalStatuses.ts';
import { assertFixedFields } from './fixedFields.ts';
import { forwardClock } from './forwardClock.ts';
import { memoryQueue } from './memory/queue.ts';
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
  const { now } = forwardClock(wall);
  const sessions = new Map<string, Versioned<SessionRecord>>();
  const events = new Map<string, StoredEvent[]>();
  const notices = new Map<string, StoredNotice>();
  const effects = new Map<string, Effect>();
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
    const effect = effects.get(keyOf(session));
    if (effect !== undefined) return { kind: 'paid', sessionId: effect.sessionId };
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

  function change({ id, version, next, events: added, claimEffect, dueAt }: Change): ChangeResult {
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
    if (claimEffect === true) {
      const effect = effects.get(keyOf(next));
      if (effect !== undefined && effect.sessionId !== id) return 'effect_taken';
      if (effect === undefined) {
        effects.set(keyOf(next), {
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

  function receive(notice: Notice): 'new' | 'seen' {
    const known = notices.get(notice.digest);
    notices.set(notice.digest, {
      digest: notice.digest,
      sessionId: known?.sessionId ?? notice.sessionId,
      verified: known?.verified === true || notice.verified,
      body: known?.body ?? json(notice.body),
      firstAt: known?.firstAt ?? now(),
      lastAt: now(),
      deliveries: (known?.deliveries ?? 0) + 1,
    });
    if (notice.sessionId !== null) queue.bringForward(notice.sessionId, now());
    return known === undefined ? 'new' : 'seen';
  }

  function take(bucket: string, limit: number, perMs: number): TakeResult {
    const { result, times } = slidingLog(buckets.get(bucket)?.times ?? [], now(), limit, perMs);
    if (times !== null) buckets.set(bucket, { times, expiresAt: now() + perMs });
    return result;
  }

  function purge(
    before: number,
    { noticesBefore = before, most = Number.POSITIVE_INFINITY }: PurgeBounds = {},
  ): { sessions: number; notices: number } {
    const gone = { sessions: 0, notices: 0 };
    for (const { value } of all().sort(byAge)) {
      if (gone.sessions >= most) break;
      const effect = effects.get(keyOf(value));
      const owed = effect?.sessionId === value.id && effect.state === 'pending';
      if (!isOneOf(FINAL_STATUSES, value.status) || value.createdAt >= before || owed) continue;
      if (queue.isDue(value.id)) continue;
      sessions.delete(value.id);
      byUnique.delete(value.uniqueReference);
      byOrder.get(value.orderReference)?.delete(value.id);
      events.delete(value.id);
      queue.remove(value.id);
      if (effect?.sessionId === value.id) effects.delete(keyOf(value));
      for (const { digest, sessionId } of notices.values()) {
        if (sessionId === value.id && notices.delete(digest)) gone.notices++;
      }
      gone.sessions++;
    }
    let orphans = 0;
    for (const { digest, sessionId, lastAt } of notices.values()) {
      if (orphans >= most) break;
      const orphan = sessionId === null || !sessions.has(sessionId);
      if (orphan && lastAt < noticesBefore && notices.delete(digest)) orphans++;
    }
    gone.notices += orphans;
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

    receive: async (notice) => receive(notice),
    async listNotices(sessionId, limit) {
      const found = [...notices.values()].filter((notice) => notice.sessionId === sessionId);
      found.sort((a, b) => b.lastAt - a.lastAt || (a.digest < b.digest ? 1 : -1));
      return json(found.slice(0, limit));
    },

    bringForward: async (sessionId, at) => queue.bringForward(sessionId, at),
    claimDue: async (limit, leaseMs, test) => queue.claimDue(limit, leaseMs, test),
    claimOne: async (sessionId, leaseMs, test) => queue.claimOne(sessionId, leaseMs, test),
    finish: async (claim, nextAt) => queue.finish(claim, nextAt),

    getEffect: async (orderReference, test) => effects.get(keyOf({ orderReference, test })) ?? null,
    async startEffect(orderReference, test) {
      const key = keyOf({ orderReference, test });
      const effect = effects.get(key);
      if (effect?.state !== 'pending') return null;
      const started: Effect = { ...effect, attempts: effect.attempts + 1 };
      effects.set(key, started);
      return started;
    },
    async completeEffect(orderReference, test, added) {
      const key = keyOf({ orderReference, test });
      const effect = effects.get(key);
      if (effect === undefined) {
        throw new StoreError('invalid_change', `Order ${orderReference} has no fulfilment to complete.`);
      }
      if (effect.state === 'done') return;
      effects.set(key, { ...effect, state: 'done' });
      append(effect.sessionId, added);
    },

    take: async (bucket, limit, perMs) => take(bucket, limit, perMs),
    purge: async (before, bounds) => purge(before, bounds),
    close: async () => {},
  };
}

function byAge(a: Versioned<SessionRecord>, b: Versioned<SessionRecord>): number {
  return a.value.createdAt - b.value.createdAt || (a.value.id < b.value.id ? -1 : 1);
}
