import type { Admission, Bucket } from '../contract.ts';
import { firstFull, put, recentOf, take } from './buckets.ts';
import { flag } from './columns.ts';
import type { SqlDriver, Statement, Write } from './driver.ts';
import { now } from './due.ts';
import { sessionOf } from './rows.ts';
import { findSessions } from './sessions.ts';

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
  if (driver.isMysql) return admitInSteps(driver, order, buckets, perMs);
  for (;;) {
    const isOpen = buckets.every(({ limit }) => limit >= 1);
    const rows = isOpen ? await driver.write(admission(order, buckets, perMs)) : [];
    const [row] = rows;
    if (row !== undefined) {
      const sessions = row.id === null ? [] : rows.map(sessionOf);
      return { kind: 'admitted', sessions, now: Number(row.now) };
    }
    const full = await firstFull(driver, buckets, perMs);
    // It may have become possible meanwhile.
    if (full !== null) return { kind: 'refused', ...full };
  }
}

function admission({ orderReference, test }: OrderKey, buckets: readonly Bucket[], perMs: number): Write {
  const [first, ...others] = buckets;
  const ofOrder = 'hpp_sessions.order_reference = ? AND hpp_sessions.test = ?';
  return {
    decide:
      first === undefined ? { sql: 'SELECT {now} AS now', values: [] } : takeFirst(first, others, perMs),
    writes: others.map(({ name }) =>
      put({ bucket: name, perMs, from: { sql: 'decided WHERE 1 = 1', values: [] } }),
    ),
    answer: {
      sql: `SELECT hpp_sessions.*, decided.now FROM decided LEFT JOIN hpp_sessions ON ${ofOrder}
        ORDER BY hpp_sessions.created_at DESC, hpp_sessions.id DESC`,
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

/** Where an upsert has no condition: looks first, then takes from one bucket after another. */
async function admitInSteps(
  driver: SqlDriver,
  order: OrderKey,
  buckets: readonly Bucket[],
  perMs: number,
): Promise<Admission> {
  const full = buckets.length === 0 ? null : await firstFull(driver, buckets, perMs);
  if (full !== null) return { kind: 'refused', ...full };
  for (const { name, limit } of buckets) {
    const { allowed, retryAfterMs } = await take(driver, name, limit, perMs);
    if (!allowed) return { kind: 'refused', bucket: name, retryAfterMs };
  }
  return { kind: 'admitted', sessions: await findSessions(driver, order), now: await now(driver) };
}
