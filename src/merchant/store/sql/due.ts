/*
 * The due queue. A free row is due at `due_at`. A leased row has `due_at = leased_until`, so a worker that dies leaves its
 * session due when its lease ends; who asks for the session meanwhile waits in `wake_at` and is never lost (a notification
 * that arrives while a worker asks the gateway must lead to another status call).
 */
import type { Claim } from '../contract.ts';
import { flag } from './columns.ts';
import type { Row, SqlDriver, Statement } from './driver.ts';

export async function now(driver: SqlDriver): Promise<number> {
  const [row] = await driver.read({ sql: 'SELECT {now} AS now', values: [] });
  return Number(row?.now);
}

const AT = 'CAST(? AS {integer})';

const earlier = (column: string, at: string) =>
  `CASE WHEN ${column} IS NULL OR ${column} > ${at} THEN ${at} ELSE ${column} END`;

const bring = (at: string) =>
  `UPDATE hpp_due SET
    wake_at = CASE WHEN leased_until IS NULL THEN NULL ELSE ${earlier('wake_at', at)} END,
    due_at = CASE WHEN leased_until IS NULL THEN ${earlier('due_at', at)} ELSE due_at END`;

const BRING_AT = `${bring(AT)} WHERE session_id = ?`;
/** Due now. */
export const WAKE = bring('{now}');

/** Due at `at` unless due earlier. */
export async function bringForward(driver: SqlDriver, id: string, at: number): Promise<void> {
  await driver.write({ decide: { sql: BRING_AT, values: [at, at, at, at, id] } });
}

/** Due now. */
export function wakeAll(ids: readonly string[]): Statement {
  return {
    sql: `${WAKE} WHERE session_id IN ({locked hpp_due.session_id: ${ids.map(() => '?').join(', ')}})`,
    values: ids,
    varies: true,
  };
}

/** The same for the sessions that were decided. */
export const WAKE_DECIDED = `${WAKE} WHERE session_id IN ({locked hpp_due.session_id: SELECT session_id FROM decided})`;

/** Due at `at`, or never. A leased session's time is set by its worker's `finish`; an earlier one is kept for that moment. */
export function schedule(at: number | null): Statement {
  const which = 'WHERE session_id IN (SELECT id FROM decided)';
  if (at === null) {
    return { sql: `UPDATE hpp_due SET due_at = NULL ${which} AND leased_until IS NULL`, values: [] };
  }
  return {
    sql: `UPDATE hpp_due SET
      wake_at = CASE WHEN leased_until IS NULL THEN NULL ELSE ${earlier('wake_at', AT)} END,
      due_at = CASE WHEN leased_until IS NULL THEN ${AT} ELSE due_at END
    ${which}`,
    values: [at, at, at],
  };
}

/** Leases sessions whose rows `free` finds: their ids, locked, with the due time that made them so. */
function lease(driver: SqlDriver, free: Statement, leaseMs: number): Promise<readonly Row[]> {
  return driver.write({
    decide: free,
    writes: [
      {
        sql: `UPDATE hpp_due SET fence = fence + 1, leased_until = {now} + ${AT}, due_at = {now} + ${AT}, wake_at = NULL
          WHERE session_id IN (SELECT session_id FROM decided)`,
        values: [leaseMs, leaseMs],
      },
    ],
  });
}

const LEASED = 'session_id, fence + 1 AS fence, COALESCE(due_at, {now}) AS due_at';

export async function claimDue(
  driver: SqlDriver,
  limit: number,
  leaseMs: number,
  test: boolean,
): Promise<readonly Claim[]> {
  const due = {
    sql: `SELECT ${LEASED} FROM hpp_due WHERE test = ? AND due_at <= {now} ORDER BY due_at LIMIT ? {skip locked}`,
    values: [flag(test), limit],
  };
  return (await lease(driver, due, leaseMs)).map(claimOf).sort((a, b) => a.dueAt - b.dueAt);
}

export async function claimOne(
  driver: SqlDriver,
  id: string,
  leaseMs: number,
  test: boolean,
): Promise<Claim | null> {
  const free = {
    sql: `SELECT ${LEASED} {into session_id, fence, due_at} FROM hpp_due WHERE session_id = ? AND test = ?
      AND (leased_until IS NULL OR leased_until <= {now}) {for update}`,
    values: [id, flag(test)],
  };
  const [row] = await lease(driver, free, leaseMs);
  return row === undefined ? null : claimOf(row);
}

export async function finish(
  driver: SqlDriver,
  { sessionId, fencingToken }: Claim,
  nextAt: number | null,
): Promise<boolean> {
  const finished = await driver.write({
    decide: {
      sql: 'SELECT session_id {into session_id} FROM hpp_due WHERE session_id = ? AND fence = ? AND leased_until IS NOT NULL {for update}',
      values: [sessionId, fencingToken],
    },
    writes: [
      {
        // In this order: MySQL assigns from left to right, and a later expression sees what an earlier one has set.
        // https://dev.mysql.com/doc/refman/8.0/en/update.html
        sql: `UPDATE hpp_due SET due_at = CASE WHEN wake_at IS NULL OR wake_at > ${AT} THEN ${AT} ELSE wake_at END,
          leased_until = NULL, wake_at = NULL
        WHERE session_id IN (SELECT session_id FROM decided)`,
        values: [nextAt, nextAt],
      },
    ],
  });
  return finished.length === 1;
}

function claimOf(row: Row): Claim {
  return {
    sessionId: String(row.session_id),
    fencingToken: Number(row.fence),
    dueAt: Number(row.due_at),
  };
}
