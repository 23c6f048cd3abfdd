import { assertFixedFields } from '../fixedFields.ts';
import type {
  Change,
  ChangeResult,
  CreateResult,
  NewEvent,
  PurgeBounds,
  ReleaseResult,
  ReleaseStart,
  SessionRecord,
  StoredStatus,
} from '../records.ts';
import { FINAL_STATUSES, FREEING_STATUSES } from '../statuses.ts';
import { StoreError } from '../storeError.ts';
import type { MemoryTables } from './tables.ts';

/*
 * The operations of the contract that write several tables, in memory. Each is one turn of the event loop.
 */

const isOneOf = (statuses: readonly StoredStatus[], status: StoredStatus): boolean =>
  statuses.includes(status);

export function createSession(
  { sessions, fulfilments, queue }: MemoryTables,
  session: SessionRecord,
  events: readonly NewEvent[],
  dueAt: number,
  known?: readonly string[],
): CreateResult {
  const fulfilment = fulfilments.get(session);
  if (fulfilment !== undefined) return { kind: 'paid', sessionId: fulfilment.sessionId };
  const unknown = known && sessions.ofOrder(session).find(({ value }) => !known.includes(value.id));
  const live = sessions.liveOf(session) ?? unknown;
  if (live !== undefined) return { kind: 'live', session: live };
  const used = sessions.get(session.id) ?? sessions.byUniqueReference(session.uniqueReference);
  if (used !== undefined) return { kind: 'duplicate' };
  sessions.set(session, 1);
  sessions.append(session.id, events);
  queue.add(session.id, dueAt, session.test);
  return { kind: 'created' };
}

export function change(
  { sessions, fulfilments, queue }: MemoryTables,
  { id, version, next, events, claimFulfilment = false, dueAt }: Change,
): ChangeResult {
  const stored = sessions.get(id);
  if (stored === undefined || stored.version !== version) return 'stale';
  assertFixedFields(stored.value, next);
  const live = sessions.liveOf(next);
  if (live !== undefined && live.value.id !== id && !isOneOf(FREEING_STATUSES, next.status)) {
    throw new StoreError(
      'invalid_change',
      `Session ${id} cannot become "${next.status}": session ${live.value.id} of the same order may still be paid.`,
    );
  }
  const holder = fulfilments.get(next)?.sessionId ?? id;
  if (claimFulfilment && holder !== id) return 'fulfilment_taken';
  if (claimFulfilment) fulfilments.claim(next);
  sessions.set(next, version + 1);
  sessions.append(id, events);
  if (dueAt !== undefined) queue.schedule(id, dueAt);
  return 'done';
}

export function startRelease({ sessions, fulfilments }: MemoryTables, start: ReleaseStart): ReleaseResult {
  if (fulfilments.getRelease(start) === undefined) {
    if (fulfilments.get(start) !== undefined) return { kind: 'not_owed' };
    const known = sessions.ofOrder(start);
    const haveEnded = known.every(
      ({ value: { status } }) => status !== 'completed' && isOneOf(FREEING_STATUSES, status),
    );
    const isOurs = known.some(({ value }) => value.id === start.sessionId);
    if (!isOurs || known.length !== start.sessions || !haveEnded) return { kind: 'stale' };
    sessions.append(start.sessionId, start.events);
  }
  const release = fulfilments.startRelease(start);
  return release === null ? { kind: 'not_owed' } : { kind: 'started', release };
}

export function purge(
  { sessions, fulfilments, inbox, queue, buckets, revocations }: MemoryTables,
  before: number,
  { notificationsBefore = before, limit = Number.POSITIVE_INFINITY }: PurgeBounds = {},
): { sessions: number; notifications: number } {
  const deleted = { sessions: 0, notifications: 0 };
  const isOld = ({ status, createdAt }: SessionRecord) =>
    isOneOf(FINAL_STATUSES, status) && createdAt < before;
  for (const { value } of sessions.filter(isOld)) {
    if (deleted.sessions >= limit) break;
    if (fulfilments.isOwed(value) || queue.isDue(value.id)) continue;
    sessions.delete(value);
    queue.remove(value.id);
    fulfilments.delete(value);
    deleted.notifications += inbox.delete(({ sessionId }) => sessionId === value.id);
    deleted.sessions++;
  }
  deleted.notifications += inbox.delete(
    ({ sessionId, lastAt }) =>
      (sessionId === null || sessions.get(sessionId) === undefined) && lastAt < notificationsBefore,
    limit,
  );
  buckets.deleteExpired();
  revocations.deleteOld();
  return deleted;
}
