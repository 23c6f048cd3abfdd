import type { Change, ChangeResult } from '../contract.ts';
import { assertFixedFields } from '../fixedFields.ts';
import { run, type Step, Undo } from './driver.ts';
import { schedule } from './due.ts';
import { insertEvents } from './events.ts';
import { mutable, sessionOf } from './rows.ts';

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
  yield* insertEvents([{ id, lastSequence: Number(row.last_sequence), events }]);
  if (dueAt !== undefined) yield* schedule(id, dueAt);
  return 'done';
}

/** Whether a change is of the session and its log alone, as the one that opens a page is: such ones can be made together. */
export const isPlain = ({ claimEffect, dueAt }: Change): boolean =>
  claimEffect !== true && dueAt === undefined;

/**
 * Plain changes of different sessions that came together: one that is stale leaves the others as they are. Rows are locked in
 * the order of their keys, so that two such steps do not wait for each other in a circle.
 */
export function* changeAll(changes: readonly Change[]): Step<readonly ChangeResult[]> {
  const given = `(${GIVEN.map((type) => `CAST(? AS ${type})`).join(', ')})`;
  const rows = yield* run(
    `WITH locked AS MATERIALIZED (
      SELECT id FROM hpp_sessions WHERE id IN (${changes.map(() => '?').join(', ')}) ORDER BY id {for update}
    )
    UPDATE hpp_sessions SET status = column3, psp_id = column4, transaction_token = column5, redirect_url = column6,
      redirect_expires_at = column7, returned_at = column8, checked_at = column9, checks = column10,
      version = version + 1, last_sequence = last_sequence + column11
    FROM (VALUES ${changes.map(() => given).join(', ')}) AS given
    WHERE id = column1 AND version = column2 AND id IN (SELECT id FROM locked) RETURNING hpp_sessions.*`,
    ...changes.map(({ id }) => id),
    ...changes.flatMap(({ id, version, next, events }) => [id, version, ...mutable(next), events.length]),
  );
  const done = new Map(rows.map((row) => [String(row.id), row]));
  const logs = changes.flatMap(({ id, next, events }) => {
    const row = done.get(id);
    if (row === undefined) return [];
    assertFixedFields(sessionOf(row).value, next);
    return [{ id, lastSequence: Number(row.last_sequence), events }];
  });
  yield* insertEvents(logs);
  return changes.map(({ id }) => (done.has(id) ? 'done' : 'stale'));
}

/** id, version, `mutable`, number of events. */
const GIVEN = [
  'TEXT',
  'BIGINT',
  'TEXT',
  'TEXT',
  'TEXT',
  'TEXT',
  'BIGINT',
  'BIGINT',
  'BIGINT',
  'BIGINT',
  'BIGINT',
];
