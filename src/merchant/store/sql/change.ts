import type { Change, ChangeResult } from '../contract.ts';
import { assertFixedFields } from '../fixedFields.ts';
import { Rollback, run, type Transaction } from './driver.ts';
import { schedule } from './due.ts';
import { insertEvents } from './events.ts';
import { flag, MUTABLE, mutable, sessionOf } from './rows.ts';

export function* change({
  id,
  version,
  next,
  events,
  claimFulfilment,
  dueAt,
}: Change): Transaction<ChangeResult> {
  const [row] = yield* run(
    `UPDATE hpp_sessions SET version = version + 1, last_sequence = last_sequence + ?,
      ${MUTABLE.map(([column]) => `${column} = ?`).join(', ')}
    WHERE id = ? AND version = ? RETURNING *`,
    events.length,
    ...mutable(next),
    id,
    version,
  );
  if (row === undefined) return 'stale';
  assertFixedFields(sessionOf(row).value, next);
  if (claimFulfilment === true) {
    yield* run(
      "INSERT INTO hpp_effects (order_reference, test, session_id, state, attempts) VALUES (?, ?, ?, 'pending', 0) ON CONFLICT DO NOTHING",
      next.orderReference,
      flag(next.test),
      id,
    );
    const [fulfilment] = yield* run(
      'SELECT session_id FROM hpp_effects WHERE order_reference = ? AND test = ?',
      next.orderReference,
      flag(next.test),
    );
    if (fulfilment?.session_id !== id) throw new Rollback<ChangeResult>('fulfilment_taken');
  }
  yield* insertEvents([{ id, lastSequence: Number(row.last_sequence), events }]);
  if (dueAt !== undefined) yield* schedule(id, dueAt);
  return 'done';
}

/** Whether a change is of the session and its log alone, as the one that opens a page is: such ones can be made together. */
export const isPlain = ({ claimFulfilment, dueAt }: Change): boolean =>
  claimFulfilment !== true && dueAt === undefined;

/**
 * Plain changes of different sessions that came together: one that is stale leaves the others as they are. Rows are locked in
 * the order of their keys, so that two such steps do not wait for each other in a circle.
 */
export function* changeAll(changes: readonly Change[]): Transaction<readonly ChangeResult[]> {
  // `VALUES` names its columns column1, column2 …
  const types = ['TEXT', 'BIGINT', 'BIGINT', ...MUTABLE.map(([, type]) => type)];
  const given = `(${types.map((type) => `CAST(? AS ${type})`).join(', ')})`;
  const rows = yield* run(
    `WITH locked AS MATERIALIZED (
      SELECT id FROM hpp_sessions WHERE id IN (${changes.map(() => '?').join(', ')}) ORDER BY id {for update}
    )
    UPDATE hpp_sessions SET version = version + 1, last_sequence = last_sequence + column3,
      ${MUTABLE.map(([column], index) => `${column} = column${index + 4}`).join(', ')}
    FROM (VALUES ${changes.map(() => given).join(', ')}) AS given
    WHERE id = column1 AND version = column2 AND id IN (SELECT id FROM locked) RETURNING hpp_sessions.*`,
    ...changes.map(({ id }) => id),
    ...changes.flatMap(({ id, version, next, events }) => [id, version, events.length, ...mutable(next)]),
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
