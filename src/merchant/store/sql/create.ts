import type { CreateResult, NewEvent, SessionRecord } from '../contract.ts';
import { FREEING_STATUSES, sqlList } from '../statuses.ts';
import { StoreError } from '../storeError.ts';
import { FIXED, flag, MUTABLE } from './columns.ts';
import type { SqlDriver, Statement } from './driver.ts';
import { appendEvents } from './events.ts';
import { IS_PAYMENT } from './releases.ts';
import { sessionOf } from './rows.ts';

const IS_LIVE = `status NOT IN (${sqlList(FREEING_STATUSES)})`;
const ATTEMPTS = 3;

export async function createSession(
  driver: SqlDriver,
  session: SessionRecord,
  events: readonly NewEvent[],
  dueAt: number,
): Promise<CreateResult> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const created = await driver.writeOrRollBack({
      decide: mayCreate(session),
      writes: [
        insertSession(session, events),
        {
          sql: 'INSERT INTO hpp_due (session_id, test, due_at, fence) SELECT id, ?, ?, 0 FROM decided',
          values: [flag(session.test), dueAt],
        },
        ...appendEvents(events),
      ],
    });
    if (created.length === 1) return { kind: 'created' };
    const reason = await whyNot(driver, session);
    if (reason !== null) return reason;
    // What stood in the way has ended meanwhile.
  }
  throw new StoreError(
    'store_unavailable',
    `Other sessions of order ${session.orderReference} kept coming and going. Try again.`,
  );
}

/**
 * A row if nothing stands in the way. Two that decide at once are told apart by the unique indexes: the second is run again.
 * A live session stands in the way even while another transaction completes it, so that no session is created for an order
 * that is being paid. (Only one that is created *and* paid between this query and the insert could slip through.)
 */
function mayCreate({ id, orderReference, test, uniqueReference }: SessionRecord): Statement {
  return {
    sql: `SELECT CAST(? AS {text}) AS id, 0 AS last_sequence FROM (SELECT 1 AS one) AS one
      WHERE NOT EXISTS (SELECT 1 FROM hpp_effects WHERE order_reference = ? AND test = ? AND ${IS_PAYMENT})
        AND NOT EXISTS (SELECT 1 FROM hpp_sessions WHERE order_reference = ? AND test = ? AND ${IS_LIVE})
        AND NOT EXISTS (SELECT 1 FROM hpp_sessions WHERE id = ? OR unique_reference = ?)`,
    values: [id, orderReference, flag(test), orderReference, flag(test), id, uniqueReference],
  };
}

function insertSession(session: SessionRecord, events: readonly NewEvent[]): Statement {
  const columns = [...FIXED, ...MUTABLE];
  return {
    sql: `INSERT INTO hpp_sessions (${columns.map(([name]) => name).join(', ')}, version, last_sequence)
      SELECT ${columns.map(() => '?').join(', ')}, 1, ? FROM decided`,
    values: [...columns.map(([, value]) => value(session)), events.length],
  };
}

/** `null` when nothing stands in the way any more. */
async function whyNot(
  driver: SqlDriver,
  { id, orderReference, test, uniqueReference }: SessionRecord,
): Promise<CreateResult | null> {
  const rows = await driver.read({
    sql: `SELECT hpp_sessions.*, paid.by_session,
        CASE WHEN order_reference = ? AND test = ? AND ${IS_LIVE} THEN 1 ELSE 0 END AS is_live
      FROM (SELECT (SELECT session_id FROM hpp_effects WHERE order_reference = ? AND test = ? AND ${IS_PAYMENT}) AS by_session) AS paid
      LEFT JOIN hpp_sessions ON (order_reference = ? AND test = ? AND ${IS_LIVE}) OR id = ? OR unique_reference = ?
      ORDER BY is_live DESC`,
    values: [
      ...[orderReference, flag(test), orderReference, flag(test), orderReference, flag(test)],
      ...[id, uniqueReference],
    ],
  });
  const [row] = rows;
  if (row === undefined) return null;
  if (row.by_session !== null) return { kind: 'paid', sessionId: String(row.by_session) };
  if (Number(row.is_live) === 1) return { kind: 'live', session: sessionOf(row) };
  return row.id === null ? null : { kind: 'duplicate' };
}
