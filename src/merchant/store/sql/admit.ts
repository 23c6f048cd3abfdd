import type { Admission, Bucket } from '../contract.ts';
import { firstFull, lockBuckets, put, recentOf, takeByRows } from './buckets.ts';
import { flag } from './columns.ts';
import type { MysqlTransactions, Row, SqlDriver, Statement, Write } from './driver.ts';
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
  if (driver.mysql !== null) return admitOnMysql(driver.mysql, order, buckets, perMs);
  for (;;) {
    const isOpen = buckets.every(({ limit }) => limit >= 1);
    const rows = isOpen ? await driver.write(admission(order, buckets, perMs)) : [];
    if (rows.length > 0) return admitted(rows);
    const full = await firstFull(driver, buckets, perMs);
    // It may have become possible meanwhile.
    if (full !== null) return { kind: 'refused', ...full };
  }
}

/** The order's sessions, or a row without one, each with the time. */
function admitted(rows: readonly Row[]): Admission {
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

/** Where an upsert has no condition. The time by itself: joined to the sessions, a table of their texts would have to be sorted in a file. */
function admitOnMysql(
  { readThenWrite }: MysqlTransactions,
  { orderReference, test }: OrderKey,
  buckets: readonly Bucket[],
  perMs: number,
): Promise<Admission> {
  const time = { sql: 'SELECT {now} AS now', values: [] };
  const ofOrder = {
    sql: `SELECT * FROM hpp_sessions WHERE ${OF_ORDER} ${NEWEST_FIRST}`,
    values: [orderReference, flag(test)],
  };
  const locked = buckets.length === 0 ? [] : [lockBuckets(buckets)];
  return readThenWrite<Admission>([time, ...locked, ofOrder], (results) => {
    const [[clock] = [], taken = []] = results;
    const { writes, result: full } = takeByRows(locked.length === 0 ? [] : taken, buckets, perMs);
    if (full !== null) return { writes, result: { kind: 'refused', ...full } };
    const sessions = (results.at(-1) ?? []).map(sessionOf);
    return { writes, result: { kind: 'admitted', sessions, now: Number(clock?.now) } };
  });
}
