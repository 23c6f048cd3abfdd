import type { Change, ChangeResult, CreateResult, NewEvent, SessionRecord } from '../contract.ts';
import { FREEING_STATUSES, sqlList } from '../finalStatuses.ts';
import { assertFixedFields } from '../fixedFields.ts';
import { StoreError } from '../storeError.ts';
import { run, type SqlValue, type Step, Undo } from './driver.ts';
import { schedule } from './due.ts';
import { insertEvents } from './events.ts';
import { sessionOf } from './rows.ts';

const LIVE = `status NOT IN (${sqlList(FREEING_STATUSES)})`;

export function* createSession(
  session: SessionRecord,
  events: readonly NewEvent[],
  dueAt: number,
): Step<CreateResult> {
  // A conflicting session may end between the insert and the look at it; then the insert is worth another try.
  for (let attempt = 0; attempt < 3; attempt++) {
    const inserted = yield* run(
      `INSERT INTO hpp_sessions (id, order_reference, unique_reference, amount, currency, transaction_type, test,
        created_at, notify_secret_hash, correlation_id, status, psp_id, transaction_token, redirect_url,
        redirect_expires_at, returned_at, checked_at, checks, version, last_sequence)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)
      ON CONFLICT DO NOTHING RETURNING id`,
      session.id,
      session.orderReference,
      session.uniqueReference,
      session.amount,
      session.currency,
      session.transactionType,
      session.test ? 1 : 0,
      session.createdAt,
      session.notifySecretHash,
      session.correlationId,
      ...mutable(session),
      events.length,
    );
    // Only after the insert: it waits for a payment of the order's live session that is being written right now.
    const [effect] = yield* run(
      'SELECT session_id FROM hpp_effects WHERE order_reference = ?',
      session.orderReference,
    );
    if (effect !== undefined) {
      throw new Undo<CreateResult>({ kind: 'paid', sessionId: String(effect.session_id) });
    }
    if (inserted.length === 1) {
      yield* insertEvents(session.id, events.length, events);
      yield* run('INSERT INTO hpp_due (session_id, due_at, fence) VALUES (?, ?, 0)', session.id, dueAt);
      return { kind: 'created' };
    }
    const [live] = yield* run(
      `SELECT * FROM hpp_sessions WHERE order_reference = ? AND ${LIVE}`,
      session.orderReference,
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

export function* change({ id, version, next, events, claimEffect, dueAt }: Change): Step<ChangeResult> {
  const [row] = yield* run(
    `UPDATE hpp_sessions SET status = ?, psp_id = ?, transaction_token = ?, redirect_url = ?, redirect_expires_at = ?,
      returned_at = ?, checked_at = ?, checks = ?, version = version + 1, last_sequence = last_sequence + ?
    WHERE id = ? AND version = ? RETURNING *`,
    ...mutable(next),
    events.length,
    id,
    version,
  );
  if (row === undefined) return 'stale';
  assertFixedFields(sessionOf(row).value, next);
  if (claimEffect === true) {
    yield* run(
      "INSERT INTO hpp_effects (order_reference, session_id, state, attempts) VALUES (?, ?, 'pending', 0) ON CONFLICT DO NOTHING",
      next.orderReference,
      id,
    );
    const [effect] = yield* run(
      'SELECT session_id FROM hpp_effects WHERE order_reference = ?',
      next.orderReference,
    );
    if (effect?.session_id !== id) throw new Undo<ChangeResult>('effect_taken');
  }
  yield* insertEvents(id, Number(row.last_sequence), events);
  if (dueAt !== undefined) yield* schedule(id, dueAt);
  return 'done';
}

function mutable(session: SessionRecord): SqlValue[] {
  return [
    session.status,
    session.pspId,
    session.transactionToken,
    session.redirectUrl,
    session.redirectExpiresAt,
    session.returnedAt,
    session.checkedAt,
    session.checks,
  ];
}
