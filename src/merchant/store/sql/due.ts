/*
 * The due queue. A free row is due at `due_at`. A leased row has `due_at = leased_until`, so a worker that dies leaves its
 * session due when its lease ends; what asks for the session meanwhile waits in `wake_at` and is never lost (a notification
 * that arrives while a worker looks must lead to another look).
 */
import type { Claim } from '../contract.ts';
import { run, type Statement, type Transaction } from './driver.ts';
import { flag } from './rows.ts';

const AT = 'CAST(? AS BIGINT)';

const earlier = (column: string, at: string) =>
  `CASE WHEN ${column} IS NULL OR ${column} > ${at} THEN ${at} ELSE ${column} END`;

const bring = (at: string) =>
  `UPDATE hpp_due SET
    wake_at = CASE WHEN leased_until IS NULL THEN NULL ELSE ${earlier('wake_at', at)} END,
    due_at = CASE WHEN leased_until IS NULL THEN ${earlier('due_at', at)} ELSE due_at END`;

const BRING_AT = `${bring(AT)} WHERE session_id = ?`;
const BRING_NOW = bring('{now}');

const LEASE = `fence = fence + 1, claimed_due = COALESCE(due_at, {now}),
  leased_until = {now} + ${AT}, due_at = {now} + ${AT}, wake_at = NULL`;

/** Due at `at` unless due earlier. */
export function bringForward(id: string, at: number): Statement {
  return { sql: BRING_AT, values: [at, at, at, at, id] };
}

/** Due now. `ids` in order: their rows are locked one after another. */
export function* wakeAll(ids: readonly string[]): Transaction<void> {
  yield* run(
    `WITH locked AS MATERIALIZED (
      SELECT session_id FROM hpp_due WHERE session_id IN (${ids.map(() => '?').join(', ')})
      ORDER BY session_id {for update}
    )
    ${BRING_NOW} WHERE session_id IN (SELECT session_id FROM locked)`,
    ...ids,
  );
}

/** Due at `at`, or never. A leased session's time is set by its worker's `finish`; an earlier wish is kept for that moment. */
export function* schedule(id: string, at: number | null): Transaction<void> {
  if (at === null) {
    yield* run('UPDATE hpp_due SET due_at = NULL WHERE session_id = ? AND leased_until IS NULL', id);
    return;
  }
  yield* run(
    `UPDATE hpp_due SET
      wake_at = CASE WHEN leased_until IS NULL THEN NULL ELSE ${earlier('wake_at', AT)} END,
      due_at = CASE WHEN leased_until IS NULL THEN ${AT} ELSE due_at END
    WHERE session_id = ?`,
    at,
    at,
    at,
    id,
  );
}

/** Its rows are `claimOf`'s, in no order. */
export function claimDue(limit: number, leaseMs: number, test: boolean): Statement {
  return {
    sql: `WITH picked AS MATERIALIZED (
      SELECT session_id FROM hpp_due WHERE test = ? AND due_at <= {now} ORDER BY due_at LIMIT ? {skip locked}
    )
    UPDATE hpp_due SET ${LEASE} WHERE session_id IN (SELECT session_id FROM picked)
    RETURNING session_id, fence, claimed_due`,
    values: [flag(test), limit, leaseMs, leaseMs],
  };
}

/** No row while another worker holds the session, for one of the other mode, and for an unknown one. */
export function claimOne(id: string, leaseMs: number, test: boolean): Statement {
  return {
    sql: `UPDATE hpp_due SET ${LEASE} WHERE session_id = ? AND test = ?
      AND (leased_until IS NULL OR leased_until <= {now})
    RETURNING session_id, fence, claimed_due`,
    values: [leaseMs, leaseMs, id, flag(test)],
  };
}

/** No row for an old fencing token. */
export function finish({ sessionId, fencingToken }: Claim, nextAt: number | null): Statement {
  return {
    sql: `UPDATE hpp_due SET leased_until = NULL, wake_at = NULL,
      due_at = CASE WHEN wake_at IS NULL OR wake_at > ${AT} THEN ${AT} ELSE wake_at END
    WHERE session_id = ? AND fence = ? AND leased_until IS NOT NULL RETURNING session_id`,
    values: [nextAt, nextAt, sessionId, fencingToken],
  };
}

export const NOW: Statement = { sql: 'SELECT {now} AS now', values: [] };
