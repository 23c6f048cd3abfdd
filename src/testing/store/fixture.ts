import type {
  CheckoutStore,
  InboxNotification,
  NewEvent,
  SessionRecord,
} from '../../merchant/store/contract.ts';
import { NOT_OPEN, sessionRecord } from './sessionRecord.ts';

/** A store under test, with empty data. */
export interface StoreFixture {
  readonly store: CheckoutStore;
  /** Another instance on the same data, as a second server would have. Memory has one instance only. */
  readonly other: CheckoutStore;
  /** Moves the store's clock. */
  advance(ms: number): Promise<void>;
}

let count = 0;

/** A new session's record; unique unless told otherwise. */
export function record(fields: Partial<SessionRecord> = {}): SessionRecord {
  count++;
  return sessionRecord({
    ...NOT_OPEN,
    id: count.toString(16).padStart(32, '0'),
    orderReference: `order-${count}`,
    uniqueReference: `unique-${count}`,
    amount: '10.00',
    createdAt: 1_000_000,
    notifySecretHash: 'ab'.repeat(32),
    correlationId: `correlation-${count}`,
    ...fields,
  });
}

/** Creates a session and gives its record; due far in the future unless told otherwise. */
export async function created(
  store: CheckoutStore,
  fields: Partial<SessionRecord> = {},
  { events = [], dueAt = Number.MAX_SAFE_INTEGER }: { events?: readonly NewEvent[]; dueAt?: number } = {},
): Promise<SessionRecord> {
  const session = record(fields);
  const result = await store.createSession(session, events, dueAt);
  if (result.kind !== 'created') throw new Error(`Expected a new session, got ${JSON.stringify(result)}.`);
  return session;
}

/** Creates a session and pays it: completed, its order's fulfilment claimed. */
export async function paid(
  store: CheckoutStore,
  fields: Partial<SessionRecord> = {},
): Promise<SessionRecord> {
  const session = await created(store, fields);
  const next: SessionRecord = { ...session, status: 'completed' };
  const result = await store.change({
    id: session.id,
    version: 1,
    next,
    events: [],
    claimFulfilment: true,
    dueAt: null,
  });
  if (result !== 'done') throw new Error(`Expected the payment to be stored, got ${result}.`);
  return next;
}

/** Creates a session for which nothing is left to be done. */
export async function rested(
  store: CheckoutStore,
  fields: Partial<SessionRecord> = {},
  events: readonly NewEvent[] = [],
): Promise<SessionRecord> {
  const session = await created(store, fields, { events });
  await store.change({ id: session.id, version: 1, next: session, events: [], dueAt: null });
  return session;
}

export function notification(fields: Partial<InboxNotification> = {}): InboxNotification {
  count++;
  return {
    digest: count.toString(16).padStart(64, '0'),
    sessionId: null,
    verified: false,
    body: { status: 'Processed' },
    ...fields,
  };
}

export const event = (type: string, data: Record<string, unknown> = {}): NewEvent => ({ type, data });

/** How often each value occurs. */
export function tally<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
