import type { CreateResult, NewEvent, SessionRecord } from '../contract.ts';
import { FREEING_STATUSES, sqlList } from '../finalStatuses.ts';
import { StoreError } from '../storeError.ts';
import { Rollback, type Row, run, type Transaction } from './driver.ts';
import { insertEvents } from './events.ts';
import { flag, mutable, sessionOf } from './rows.ts';

/** What `createSession` is given. */
export interface NewSession {
  readonly session: SessionRecord;
  readonly events: readonly NewEvent[];
  readonly dueAt: number;
}

const LIVE = `status NOT IN (${sqlList(FREEING_STATUSES)})`;

export function* createSession(
  session: SessionRecord,
  events: readonly NewEvent[],
  dueAt: number,
): Transaction<CreateResult> {
  // A conflicting session may end between the insert and the look at it; then the insert is worth another try.
  for (let attempt = 0; attempt < 3; attempt++) {
    const inserted = yield* insertSessions([{ session, events, dueAt }]);
    // Only after the insert: it waits for a payment of the order's live session that is being written right now.
    const [fulfilment] = yield* run(
      'SELECT session_id FROM hpp_effects WHERE order_reference = ? AND test = ?',
      session.orderReference,
      flag(session.test),
    );
    if (fulfilment !== undefined) {
      throw new Rollback<CreateResult>({ kind: 'paid', sessionId: String(fulfilment.session_id) });
    }
    if (inserted.length === 1) {
      yield* insertEvents([{ id: session.id, lastSequence: events.length, events }]);
      yield* insertDue([{ session, events, dueAt }]);
      return { kind: 'created' };
    }
    const [live] = yield* run(
      `SELECT * FROM hpp_sessions WHERE order_reference = ? AND test = ? AND ${LIVE}`,
      session.orderReference,
      flag(session.test),
    );
    if (live !== undefined) return { kind: 'live', session: sessionOf(live) };
    const twins = yield* run(
      'SELECT 1 AS one FROM hpp_sessions WHERE id = ? OR unique_reference = ?',
      session.id,
      session.uniqueReference,
    );
    if (twins.length > 0) return { kind: 'duplicate' };
  }
  throw new StoreError(
    'store_unavailable',
    `Other sessions of order ${session.orderReference} kept coming and going. Try again.`,
  );
}

/**
 * Creates all of them, or none: `false` says that something stands in the way of one, and that each has to be looked at alone.
 * Rows are written in the order of their keys, so that two such steps do not wait for each other in a circle.
 */
export function* createSessions(given: readonly NewSession[]): Transaction<boolean> {
  const sorted = [...given].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const inserted = yield* insertSessions(sorted);
  if (inserted.length < sorted.length) throw new Rollback(false);
  const [paid] = yield* run(
    `SELECT 1 AS one FROM hpp_effects
      WHERE ${sorted.map(() => '(order_reference = ? AND test = ?)').join(' OR ')} LIMIT 1`,
    ...sorted.flatMap(({ session }) => [session.orderReference, flag(session.test)]),
  );
  if (paid !== undefined) throw new Rollback(false);
  yield* insertEvents(
    sorted.map(({ session, events }) => ({ id: session.id, lastSequence: events.length, events })),
  );
  yield* insertDue(sorted);
  return true;
}

function* insertSessions(given: readonly NewSession[]): Transaction<readonly Row[]> {
  const row = `(${Array(23).fill('?').join(', ')}, 1, ?)`;
  return yield* run(
    `INSERT INTO hpp_sessions (id, order_reference, unique_reference, amount, currency, transaction_type, test,
      created_at, notify_secret_hash, correlation_id, browser_order, status, psp_id, transaction_token, redirect_url,
      redirect_expires_at, returned_at, sent_back_at, checked_at, checks, paid_at, details, details_attempts, version, last_sequence)
    VALUES ${given.map(() => row).join(', ')}
    ON CONFLICT DO NOTHING RETURNING id`,
    ...given.flatMap(({ session, events }) => [
      session.id,
      session.orderReference,
      session.uniqueReference,
      session.amount,
      session.currency,
      session.transactionType,
      flag(session.test),
      session.createdAt,
      session.notifySecretHash,
      session.correlationId,
      session.order,
      ...mutable(session),
      events.length,
    ]),
  );
}

function* insertDue(given: readonly NewSession[]): Transaction<void> {
  yield* run(
    `INSERT INTO hpp_due (session_id, test, due_at, fence) VALUES ${given.map(() => '(?, ?, ?, 0)').join(', ')}`,
    ...given.flatMap(({ session, dueAt }) => [session.id, flag(session.test), dueAt]),
  );
}

/** Orders sort by it as their rows are locked: by the unique index of live sessions. */
function keyOf({ session: { orderReference, test } }: NewSession): string {
  return `${orderReference}\n${flag(test)}`;
}
