import type { CreateResult, NewEvent, SessionRecord } from '../contract.ts';
import { FREEING_STATUSES, sqlList } from '../statuses.ts';
import { StoreError } from '../storeError.ts';
import { FIXED, flag, MUTABLE } from './columns.ts';
import type { SqlDriver, Statement } from './driver.ts';
import { appendEvents } from './events.ts';
import { IS_PAYMENT } from './releases.ts';
import { sessionOf } from './rows.ts';

const ATTEMPTS = 3;

export async function createSession(
  driver: SqlDriver,
  session: SessionRecord,
  events: readonly NewEvent[],
  dueAt: number,
  known?: readonly string[],
): Promise<CreateResult> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const created = await driver.write({
      decide: mayCreate(session, known),
      writes: [
        insertSession(session, events),
        {
          sql: 'INSERT INTO hpp_due (session_id, test, due_at, fence) SELECT decided.id, ?, ?, 0 FROM decided',
          values: [flag(session.test), dueAt],
        },
        ...appendEvents(events),
      ],
    });
    if (created.length === 1) return { kind: 'created' };
    const reason = await whyNot(driver, session, known);
    if (reason !== null) return reason;
    // What stood in the way has ended meanwhile.
  }
  throw new StoreError(
    'store_unavailable',
    `Other sessions of order ${session.orderReference} kept coming and going. Try again.`,
  );
}

/**
 * A row if nothing stands in the way, with the session's number among the order's. That number is unique: of two that decide
 * at once the second is run again, and sees what has become of the first, even if that was paid meanwhile.
 */
function mayCreate(session: SessionRecord, known: readonly string[] | undefined): Statement {
  const { id, orderReference, test, uniqueReference } = session;
  const inTheWay = standsInTheWay(session, known);
  return {
    varies: known !== undefined && known.length > 1,
    sql: `SELECT CAST(? AS {text}) AS id, 0 AS last_sequence,
        (SELECT COALESCE(MAX(nth), 0) + 1 FROM hpp_sessions WHERE order_reference = ? AND test = ?) AS nth {into id, last_sequence, nth}
      FROM {one row}
      WHERE {bounded}
        AND NOT EXISTS (SELECT 1 FROM hpp_effects WHERE order_reference = ? AND test = ? AND ${IS_PAYMENT})
        AND NOT EXISTS (SELECT 1 FROM hpp_sessions WHERE ${inTheWay.sql})
        AND NOT EXISTS (SELECT 1 FROM hpp_sessions WHERE id = ? OR unique_reference = ?)`,
    values: [
      ...[id, orderReference, flag(test), orderReference, flag(test)],
      ...inTheWay.values,
      ...[id, uniqueReference],
    ],
  };
}

/**
 * The order's sessions that forbid another: one that may still be paid, even while another transaction completes it, so that
 * no session is created for an order that is being paid; and each that the caller did not know.
 */
function standsInTheWay(
  { orderReference, test }: SessionRecord,
  known: readonly string[] | undefined,
): Statement {
  const ofOrder = 'order_reference = ? AND test = ?';
  const values = [orderReference, flag(test), ...(known ?? [])];
  // For the first session of an order, any other.
  if (known?.length === 0) return { sql: ofOrder, values };
  const isLive = `status NOT IN (${sqlList(FREEING_STATUSES)})`;
  const isUnknown = known === undefined ? '' : `OR id NOT IN (${known.map(() => '?').join(', ')})`;
  return { sql: `${ofOrder} AND (${isLive} ${isUnknown})`, values };
}

function insertSession(session: SessionRecord, events: readonly NewEvent[]): Statement {
  const columns = [...FIXED, ...MUTABLE];
  return {
    sql: `INSERT INTO hpp_sessions (${columns.map(([name]) => name).join(', ')}, version, last_sequence, nth)
      SELECT ${columns.map(() => '?').join(', ')}, 1, ?, decided.nth FROM decided`,
    values: [...columns.map(([, value]) => value(session)), events.length],
  };
}

/** `null` when nothing stands in the way any more. */
async function whyNot(
  driver: SqlDriver,
  session: SessionRecord,
  known: readonly string[] | undefined,
): Promise<CreateResult | null> {
  const { id, orderReference, test, uniqueReference } = session;
  const inTheWay = standsInTheWay(session, known);
  const rows = await driver.read({
    sql: `SELECT hpp_sessions.*, paid.by_session, CASE WHEN ${inTheWay.sql} THEN 1 ELSE 0 END AS in_the_way
      FROM (SELECT (SELECT session_id FROM hpp_effects WHERE order_reference = ? AND test = ? AND ${IS_PAYMENT}) AS by_session) AS paid
      LEFT JOIN hpp_sessions ON (${inTheWay.sql}) OR id = ? OR unique_reference = ?
      ORDER BY in_the_way DESC, created_at DESC, id DESC`,
    values: [
      ...inTheWay.values,
      ...[orderReference, flag(test)],
      ...inTheWay.values,
      ...[id, uniqueReference],
    ],
  });
  const [row] = rows;
  if (row === undefined) return null;
  if (row.by_session !== null) return { kind: 'paid', sessionId: String(row.by_session) };
  if (Number(row.in_the_way) === 1) return { kind: 'live', session: sessionOf(row) };
  return row.id === null ? null : { kind: 'duplicate' };
}
