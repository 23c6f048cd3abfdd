import type { Admission, Bucket } from '../contract.ts';
import { firstFull, put, recentOf, takeInSteps } from './buckets.ts';
import { flag } from './columns.ts';
import type { Row, SqlDriver, Statement, Transaction, Write } from './driver.ts';
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
  if (driver.isMysql) return driver.transaction(() => admitInSteps(order, buckets, perMs));
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
      sql: `(SELECT 1 AS one) AS one WHERE {bounded} ${others.map(() => hasRoom).join(' ')}`,
      values: others.flatMap((other) => [perMs, perMs, other.name, other.limit]),
    },
  });
  return {
    sql: `${sql} WHERE (SELECT COUNT(*) ${recentOf('hpp_buckets')}) < ? RETURNING {now} AS now`,
    values: [...values, perMs, perMs, limit],
  };
}

/** Where an upsert has no condition: one transaction. */
function* admitInSteps(order: OrderKey, buckets: readonly Bucket[], perMs: number): Transaction<Admission> {
  const full = buckets.length === 0 ? null : yield* takeInSteps(buckets, perMs);
  if (full !== null) return { kind: 'refused', ...full };
  return admitted(
    yield {
      sql: `SELECT hpp_sessions.*, clock.now FROM (SELECT {now} AS now) AS clock LEFT JOIN hpp_sessions ON ${OF_ORDER} ${NEWEST_FIRST}`,
      values: [order.orderReference, flag(order.test)],
    },
  );
}
