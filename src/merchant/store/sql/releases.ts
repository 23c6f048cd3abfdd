/*
 * Releases are rows of `hpp_effects`, one an order and mode with the fulfilments: the key decides between a payment and a
 * release that come together. `kind` is 'payment', 'release', or how a payment took a release's place (`Fulfilment.late`).
 */
import type { NewEvent, Release, ReleaseResult, ReleaseStart } from '../contract.ts';
import { FREEING_STATUSES, sqlList } from '../statuses.ts';
import { flag } from './columns.ts';
import type { Row, SqlDriver, Statement } from './driver.ts';
import { appendEvents, raiseSequence } from './events.ts';
import { releaseOf } from './rows.ts';

export const IS_PAYMENT = "kind <> 'release'";
export const IS_RELEASE = "kind = 'release'";

const ENDED = sqlList(FREEING_STATUSES.filter((status) => status !== 'completed'));

export async function getRelease(
  driver: SqlDriver,
  orderReference: string,
  test: boolean,
): Promise<Release | null> {
  const row = await effectOf(driver, orderReference, test);
  return row?.kind === 'release' ? releaseOf(row) : null;
}

async function effectOf(driver: SqlDriver, orderReference: string, test: boolean): Promise<Row | undefined> {
  const [row] = await driver.read({
    sql: 'SELECT * FROM hpp_effects WHERE order_reference = ? AND test = ?',
    values: [orderReference, flag(test)],
  });
  return row;
}

export async function startRelease(driver: SqlDriver, start: ReleaseStart): Promise<ReleaseResult> {
  const { sessionId, orderReference, test, events } = start;
  const key = [orderReference, flag(test)];
  const begun = await driver.write({
    decide: mayBegin(start),
    writes: [
      {
        sql: `INSERT INTO hpp_effects (order_reference, test, session_id, state, attempts, claimed_at, kind)
          SELECT ?, ?, decided.id, 'pending', 1, {now}, 'release' FROM decided`,
        values: key,
      },
      raiseSequence(events.length),
      ...appendEvents(events),
    ],
  });
  if (begun.length === 1) {
    return { kind: 'started', release: { orderReference, test, sessionId, state: 'pending', attempts: 1 } };
  }
  const [again] = await driver.write({
    decide: {
      sql: `SELECT order_reference, test, session_id, state, attempts + 1 AS attempts
          {into order_reference, test, session_id, state, attempts} FROM hpp_effects
        WHERE order_reference = ? AND test = ? AND session_id = ? AND ${IS_RELEASE} AND state = 'pending' {for update}`,
      values: [...key, sessionId],
    },
    writes: [
      {
        sql: `UPDATE hpp_effects SET attempts = attempts + 1
          WHERE order_reference = ? AND test = ? AND EXISTS (SELECT 1 FROM decided)`,
        values: key,
      },
    ],
  });
  if (again !== undefined) return { kind: 'started', release: releaseOf(again) };
  return { kind: (await effectOf(driver, orderReference, test)) === undefined ? 'stale' : 'not_owed' };
}

/**
 * The session's row, locked, if all of the order's sessions are known and have ended, and nobody has paid or released it. Two
 * that decide at once, or one and a payment, are told apart by the key: the second is run again.
 */
function mayBegin({ sessionId, orderReference, test, sessions }: ReleaseStart): Statement {
  const key = [orderReference, flag(test)];
  const ofOrder =
    'SELECT COUNT(*) FROM hpp_sessions AS other WHERE other.order_reference = ? AND other.test = ?';
  return {
    sql: `SELECT id, last_sequence {into id, last_sequence} FROM hpp_sessions
      WHERE {bounded} AND id = ? AND order_reference = ? AND test = ?
        AND NOT EXISTS (SELECT 1 FROM hpp_effects WHERE hpp_effects.order_reference = ? AND hpp_effects.test = ?)
        AND (${ofOrder}) = ?
        AND (${ofOrder} AND other.status IN (${ENDED})) = ? {for update}`,
    values: [sessionId, ...key, ...key, ...key, sessions, ...key, sessions],
  };
}

/** Idempotent, and nothing once a payment has taken the release's place. */
export async function completeRelease(
  driver: SqlDriver,
  orderReference: string,
  test: boolean,
  events: readonly NewEvent[],
): Promise<boolean> {
  const completed = await driver.write({
    decide: {
      sql: `SELECT hpp_sessions.id AS id, hpp_sessions.last_sequence AS last_sequence {into id, last_sequence}
        FROM hpp_sessions JOIN hpp_effects ON hpp_effects.session_id = hpp_sessions.id
        WHERE {bounded} AND hpp_effects.order_reference = ? AND hpp_effects.test = ? AND hpp_effects.state = 'pending'
          AND hpp_effects.kind = 'release' {for update}`,
      values: [orderReference, flag(test)],
    },
    writes: [
      {
        sql: `UPDATE hpp_effects SET state = 'done'
          WHERE order_reference = ? AND test = ? AND EXISTS (SELECT 1 FROM decided)`,
        values: [orderReference, flag(test)],
      },
      raiseSequence(events.length),
      ...appendEvents(events),
    ],
  });
  return completed.length === 1;
}
