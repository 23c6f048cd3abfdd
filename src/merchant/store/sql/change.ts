import type { Change, ChangeResult, NewEvent, SessionRecord } from '../contract.ts';
import { assertFixedFields } from '../fixedFields.ts';
import { StoreError } from '../storeError.ts';
import { FIXED, flag, MUTABLE } from './columns.ts';
import type { SqlDriver, Statement } from './driver.ts';
import { schedule } from './due.ts';
import { appendEvents } from './events.ts';
import { IS_PAYMENT, IS_RELEASE } from './releases.ts';
import { sessionOf } from './rows.ts';

const ATTEMPTS = 3;

/** Compare-and-set of a session, with its events, its due time and the claim of its order's fulfilment. */
export async function change(driver: SqlDriver, wanted: Change): Promise<ChangeResult> {
  const { id, next, events, claimFulfilment = false, dueAt } = wanted;
  const write = (decide: Statement, claim: readonly Statement[]) =>
    driver.write({
      decide,
      writes: [
        updateSession(next, events),
        ...appendEvents(events),
        ...claim,
        ...(dueAt === undefined ? [] : [schedule(dueAt)]),
      ],
    });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const changed = await write(mayChange(wanted), claimFulfilment ? [insertFulfilment(next)] : []);
    if (changed.length === 1) return 'done';
    const result = await whyNot(driver, wanted);
    if (result === 'released') {
      const late = await write(mayChangeReleased(wanted), [replaceRelease(next)]);
      if (late.length === 1) return 'done';
    } else if (result !== null) return result;
    // What stood in the way has ended meanwhile.
  }
  throw new StoreError('store_unavailable', `Session ${id} could not be changed. Try again.`);
}

/**
 * A row, locked, if the session has this version and is about the same payment, and neither another session has the order's
 * fulfilment nor was the order released.
 */
function mayChange({ id, version, next, claimFulfilment = false }: Change): Statement {
  const isSame = FIXED.map(([column]) => `${column} {is} ?`);
  const fixed = FIXED.map(([, value]) => value(next));
  const isFree = `NOT EXISTS (SELECT 1 FROM hpp_effects
    WHERE order_reference = ? AND test = ? AND (session_id <> ? OR ${IS_RELEASE}))`;
  return {
    sql: `SELECT id, last_sequence {into id, last_sequence} FROM hpp_sessions
      WHERE {bounded} AND ${['id = ?', 'version = ?', ...isSame, ...(claimFulfilment ? [isFree] : [])].join(' AND ')} {for update}`,
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

/**
 * Nothing where this session has it already. Any other row that came since `mayChange`, of another session or a release, is in
 * the way of the key: the whole write is run again.
 */
function insertFulfilment({ id, orderReference, test }: SessionRecord): Statement {
  return {
    sql: `INSERT INTO hpp_effects (order_reference, test, session_id, state, attempts, claimed_at)
      SELECT ?, ?, decided.id, 'pending', 0, {now} FROM decided
      WHERE NOT EXISTS (SELECT 1 FROM hpp_effects
        WHERE order_reference = ? AND test = ? AND session_id = ? AND ${IS_PAYMENT})`,
    values: [orderReference, flag(test), orderReference, flag(test), id],
  };
}

/** As `mayChange` for an order that was released: the release is locked too, so that of two late payments one takes its place. */
function mayChangeReleased({ id, version, next }: Change): Statement {
  return {
    sql: `SELECT hpp_sessions.id AS id, hpp_sessions.last_sequence AS last_sequence {into id, last_sequence}
      FROM hpp_sessions JOIN hpp_effects
        ON hpp_effects.order_reference = hpp_sessions.order_reference AND hpp_effects.test = hpp_sessions.test
      WHERE hpp_sessions.id = ? AND hpp_sessions.version = ?
        AND hpp_effects.order_reference = ? AND hpp_effects.test = ? AND hpp_effects.kind = 'release' {for update}`,
    values: [id, version, next.orderReference, flag(next.test)],
  };
}

/** The session that calls `onUnpaid` itself is leased meanwhile, and so is done with it before it works on its payment. */
function replaceRelease({ id, orderReference, test }: SessionRecord): Statement {
  return {
    sql: `UPDATE hpp_effects SET
        kind = CASE WHEN state = 'done' OR session_id = ? THEN 'after_release' ELSE 'during_release' END,
        session_id = ?, state = 'pending', attempts = 0, claimed_at = {now}
      WHERE order_reference = ? AND test = ? AND EXISTS (SELECT 1 FROM decided)`,
    values: [id, id, orderReference, flag(test)],
  };
}

/** `null` when nothing stands in the way any more. */
async function whyNot(
  driver: SqlDriver,
  { id, version, next, claimFulfilment = false }: Change,
): Promise<ChangeResult | 'released' | null> {
  const [row] = await driver.read({
    sql: `SELECT hpp_sessions.*, effect.session_id AS effect_of, effect.kind AS effect_kind
      FROM hpp_sessions LEFT JOIN hpp_effects AS effect ON effect.order_reference = ? AND effect.test = ?
      WHERE hpp_sessions.id = ?`,
    values: [next.orderReference, flag(next.test), id],
  });
  if (row === undefined || Number(row.version) !== version) return 'stale';
  assertFixedFields(sessionOf(row).value, next);
  if (!claimFulfilment || row.effect_of === null) return null;
  if (row.effect_kind === 'release') return 'released';
  return row.effect_of === id ? null : 'fulfilment_taken';
}
