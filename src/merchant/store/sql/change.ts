import type { Change, ChangeResult, NewEvent, SessionRecord } from '../contract.ts';
import { assertFixedFields } from '../fixedFields.ts';
import { StoreError } from '../storeError.ts';
import { FIXED, flag, MUTABLE } from './columns.ts';
import type { SqlDriver, Statement } from './driver.ts';
import { schedule } from './due.ts';
import { appendEvents } from './events.ts';
import { sessionOf } from './rows.ts';

const ATTEMPTS = 3;

/** Compare-and-set of a session, with its events, its due time and the claim of its order's fulfilment. */
export async function change(driver: SqlDriver, wanted: Change): Promise<ChangeResult> {
  const { id, next, events, claimFulfilment = false, dueAt } = wanted;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const changed = await driver.writeOrRollBack({
      decide: mayChange(wanted),
      writes: [
        updateSession(next, events),
        ...appendEvents(events),
        ...(claimFulfilment ? [insertFulfilment(next)] : []),
        ...(dueAt === undefined ? [] : [schedule(dueAt)]),
      ],
    });
    if (changed.length === 1) return 'done';
    const result = await whyNot(driver, wanted);
    if (result !== null) return result;
    // What stood in the way has ended meanwhile.
  }
  throw new StoreError('store_unavailable', `Session ${id} could not be changed. Try again.`);
}

/** A row, locked, if the session has this version and is about the same payment, and no other session has the order's fulfilment. */
function mayChange({ id, version, next, claimFulfilment = false }: Change): Statement {
  const isSame = FIXED.map(([column]) => `COALESCE(CAST(${column} AS TEXT), '') = ?`);
  const fixed = FIXED.map(([, value]) => String(value(next) ?? ''));
  const isFree =
    'NOT EXISTS (SELECT 1 FROM hpp_effects WHERE order_reference = ? AND test = ? AND session_id <> ?)';
  return {
    sql: `SELECT id, last_sequence FROM hpp_sessions
      WHERE ${['id = ?', 'version = ?', ...isSame, ...(claimFulfilment ? [isFree] : [])].join(' AND ')} {for update}`,
    values: [
      ...[id, version, ...fixed],
      ...(claimFulfilment ? [next.orderReference, flag(next.test), id] : []),
    ],
  };
}

function updateSession(next: SessionRecord, events: readonly NewEvent[]): Statement {
  return {
    sql: `UPDATE hpp_sessions SET version = version + 1, last_sequence = last_sequence + ?,
      ${MUTABLE.map(([column]) => `${column} = ?`).join(', ')}
    WHERE id IN (SELECT id FROM decided)`,
    values: [events.length, ...MUTABLE.map(([, value]) => value(next))],
  };
}

/** Nothing where this session has it already. Two sessions that claim it at once are told apart by the key: the second is run again. */
function insertFulfilment({ orderReference, test }: SessionRecord): Statement {
  return {
    sql: `INSERT INTO hpp_effects (order_reference, test, session_id, state, attempts, claimed_at)
      SELECT ?, ?, id, 'pending', 0, {now} FROM decided
      WHERE NOT EXISTS (SELECT 1 FROM hpp_effects WHERE order_reference = ? AND test = ?)`,
    values: [orderReference, flag(test), orderReference, flag(test)],
  };
}

/** `null` when nothing stands in the way any more. */
async function whyNot(
  driver: SqlDriver,
  { id, version, next, claimFulfilment = false }: Change,
): Promise<ChangeResult | null> {
  const [row] = await driver.read({
    sql: `SELECT hpp_sessions.*,
        (SELECT session_id FROM hpp_effects WHERE order_reference = ? AND test = ?) AS fulfilled_by
      FROM hpp_sessions WHERE id = ?`,
    values: [next.orderReference, flag(next.test), id],
  });
  if (row === undefined || Number(row.version) !== version) return 'stale';
  assertFixedFields(sessionOf(row).value, next);
  const isTaken = claimFulfilment && row.fulfilled_by !== null && row.fulfilled_by !== id;
  return isTaken ? 'fulfilment_taken' : null;
}
