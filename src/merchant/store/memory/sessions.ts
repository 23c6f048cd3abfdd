import type { NewEvent, SessionRecord, StoredEvent, Versioned } from '../records.ts';
import { FREEING_STATUSES } from '../statuses.ts';
import { StoreError } from '../storeError.ts';
import { copyOf } from './copyOf.ts';

type Session = Versioned<SessionRecord>;
/** What an order is known by. */
export type OrderKey = Pick<SessionRecord, 'orderReference' | 'test'>;

export const keyOf = ({ orderReference, test }: OrderKey): string =>
  `${test ? 'test' : 'live'}:${orderReference}`;

/** Sessions and their history in memory, with an index for what is looked up for every session. */
export interface MemorySessions {
  get(id: string): Session | undefined;
  /** All that `which` accepts, oldest first. */
  filter(which: (session: SessionRecord) => boolean): Session[];
  ofOrder(order: OrderKey): Session[];
  byUniqueReference(uniqueReference: string): Session | undefined;
  /** The order's session that may still be paid. */
  liveOf(order: OrderKey): Session | undefined;
  /** Inserts or replaces. */
  set(session: SessionRecord, version: number): void;
  delete(session: SessionRecord): void;
  append(id: string, events: readonly NewEvent[]): void;
  events(id: string): readonly StoredEvent[];
}

export function memorySessions(now: () => number): MemorySessions {
  const sessions = new Map<string, Session>();
  const logs = new Map<string, StoredEvent[]>();
  const byOrder = new Map<string, Set<string>>();
  const byUnique = new Map<string, string>();

  const existing = (ids: Iterable<string>): Session[] =>
    Array.from(ids, (id) => sessions.get(id)).filter((session) => session !== undefined);
  const ofOrder = (order: OrderKey) => existing(byOrder.get(keyOf(order)) ?? []);

  return {
    get: (id) => sessions.get(id),
    filter: (which) => [...sessions.values()].filter(({ value }) => which(value)).sort(byAge),
    ofOrder,
    byUniqueReference: (uniqueReference) => sessions.get(byUnique.get(uniqueReference) ?? ''),
    liveOf: (order) =>
      ofOrder(order).find(
        ({ value: { status } }) => !(FREEING_STATUSES as readonly string[]).includes(status),
      ),
    set(session, version) {
      const key = keyOf(session);
      byOrder.set(key, (byOrder.get(key) ?? new Set()).add(session.id));
      byUnique.set(session.uniqueReference, session.id);
      sessions.set(session.id, { value: Object.freeze({ ...session }), version });
      if (!logs.has(session.id)) logs.set(session.id, []);
    },
    delete(session) {
      sessions.delete(session.id);
      logs.delete(session.id);
      byUnique.delete(session.uniqueReference);
      byOrder.get(keyOf(session))?.delete(session.id);
    },
    append(id, events) {
      const log = logs.get(id);
      if (log === undefined) {
        throw new StoreError('invalid_change', `There is no session ${id} to add events to.`);
      }
      for (const { type, data } of events) {
        log.push({ sessionId: id, sequence: log.length + 1, at: now(), type, data: copyOf(data) });
      }
    },
    events: (id) => copyOf(logs.get(id) ?? []),
  };
}

export function byAge(a: Session, b: Session): number {
  return a.value.createdAt - b.value.createdAt || (a.value.id < b.value.id ? -1 : 1);
}
