import type { Admission, Bucket } from '../contract.ts';
import { firstFull, put, recentOf, takeTogether } from './buckets.ts';
import { flag } from './columns.ts';
import type { MysqlTransactions, SqlDriver, Statement, Write } from './driver.ts';
import { sessionOf } from './rows.ts';

/** What an order is known by. */
interface OrderKey {
  readonly orderReference: string;
  readonly test: boolean;
}

/** Takes from the buckets and reads the order's sessions: one statement where the engine can. */
export async function admit(
  driver: SqlDriver,
  order: OrderKey,
  buckets: readonly Bucket[],
  perMs: number,
): Promise<Admission> {
  for (;;) {
    const isOpen = buckets.every(({ limit }) => limit >= 1);
    const admission = isOpen ? await tryToAdmit(driver, order, buckets, perMs) : null;
    if (admission !== null) return admission;
    const full = await firstFull(driver, buckets, perMs);
    // It may have become possible meanwhile.
    if (full !== null) return { kind: 'refused', ...full };
  }
}

/** `null` where a bucket was full. */
async function tryToAdmit(
  driver: SqlDriver,
  order: OrderKey,
  buckets: readonly Bucket[],
  perMs: number,
): Promise<Admission | null> {
  if (driver.mysql !== null) return admitOnMysql(driver.mysql, order, buckets, perMs);
  // The order's sessions, or a row without one, each with the time.
  const rows = await driver.write(admission(order, buckets, perMs));
  if (rows.length === 0) return null;
  const sessions = rows.filter(({ id }) => id !== null).map(sessionOf);
  return { kind: 'admitted', sessions, now: Number(rows[0]?.now) };
}

const OF_ORDER = 'hpp_sessions.order_reference = ? AND hpp_sessions.test = ?';
const NEWEST_FIRST = 'ORDER BY hpp_sessions.created_at DESC, hpp_sessions.id DESC';

function admission({ orderReference, test }: OrderKey, buckets: readonly Bucket[], perMs: number): Write {
  const [first, ...others] = buckets;
  return {
    decide:
      first === undefined ? { sql: 'SELECT {now} AS now', values: [] } : takeFirst(first, others, perMs),
    writes: others.map(({ name }) =>
      put({ bucket: name, perMs, from: { sql: 'decided WHERE 1 = 1', values: [] } }),
    ),
    answer: {
      sql: `SELECT hpp_sessions.*, decided.now FROM decided LEFT JOIN hpp_sessions ON ${OF_ORDER} ${NEWEST_FIRST}`,
      values: [orderReference, flag(test)],
    },
  };
}

/** A row if the bucket had room, and the others have. */
function takeFirst({ name, limit }: Bucket, others: readonly Bucket[], perMs: number): Statement {
  const recent = recentOf('other');
  const hasRoom = `AND COALESCE((SELECT (SELECT COUNT(*) ${recent}) FROM hpp_buckets AS other WHERE other.bucket = ?), 0) < ?`;
  const { sql, values } = put({
    bucket: name,
    perMs,
    from: {
      sql: `{one row} WHERE {bounded} ${others.map(() => hasRoom).join(' ')}`,
      values: others.flatMap((other) => [perMs, perMs, other.name, other.limit]),
    },
  });
  return {
    sql: `${sql} WHERE (SELECT COUNT(*) ${recentOf('hpp_buckets')}) < ? RETURNING {now} AS now`,
    values: [...values, perMs, perMs, limit],
  };
}

/** The time by itself: joined to the sessions, a table of their texts would have to be sorted in a file. */
async function admitOnMysql(
  { all }: MysqlTransactions,
  { orderReference, test }: OrderKey,
  buckets: readonly Bucket[],
  perMs: number,
): Promise<Admission | null> {
  const time = { sql: 'SELECT {now} AS now', values: [] };
  const ofOrder = {
    sql: `SELECT * FROM hpp_sessions WHERE ${OF_ORDER} ${NEWEST_FIRST}`,
    values: [orderReference, flag(test)],
  };
  const takes = buckets.length === 0 ? [] : takeTogether(buckets, perMs);
  const results = await all([...takes, time, ofOrder]);
  const [[clock] = [], sessions = []] = results.slice(takes.length);
  const isTaken = takes.length === 0 || results[1]?.length === 1;
  return isTaken ? { kind: 'admitted', sessions: sessions.map(sessionOf), now: Number(clock?.now) } : null;
}
