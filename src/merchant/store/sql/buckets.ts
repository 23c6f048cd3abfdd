import type { Bucket, TakeResult } from '../contract.ts';
import { slidingLog } from '../slidingLog.ts';
import type { Row, SqlDriver, Statement } from './driver.ts';

/** Takes from a bucket by the rule of `slidingLog`. Expired ones are the purge's to delete. */
export async function take(
  driver: SqlDriver,
  bucket: string,
  limit: number,
  perMs: number,
): Promise<TakeResult> {
  for (;;) {
    const [taken] = limit < 1 ? [] : await takeOne(driver, bucket, limit, perMs);
    if (taken !== undefined) return { allowed: true, retryAfterMs: 0 };
    const refused = await whenAllowed(driver, bucket, limit, perMs);
    // It may have become possible meanwhile.
    if (!refused.allowed) return refused;
  }
}

/** The times of a bucket that count; twice `perMs`. */
const IS_RECENT =
  'element.value > {now} - CAST(? AS {integer}) AND element.value <= {now} + CAST(? AS {integer})';
export const recentOf = (table: string): string => `FROM {elements of ${table}.times} WHERE ${IS_RECENT}`;
const RECENT = recentOf('hpp_buckets');

/** One row if it was allowed. */
function takeOne(driver: SqlDriver, bucket: string, limit: number, perMs: number): Promise<readonly Row[]> {
  if (driver.isMysql) return takeOneInSteps(driver, bucket, limit, perMs);
  const { sql, values } = put({
    bucket,
    perMs,
    from: { sql: '(SELECT 1 AS one) AS one WHERE 1 = 1', values: [] },
  });
  return driver.write({
    decide: {
      sql: `${sql} WHERE (SELECT COUNT(*) ${RECENT}) < ? RETURNING bucket`,
      values: [...values, perMs, perMs, limit],
    },
  });
}

/** Puts the time of now into a bucket, and drops those that count no more. `from`: the rows and the condition that it is done for. */
export function put({ bucket, perMs, from }: { bucket: string; perMs: number; from: Statement }): Statement {
  const now = 'CAST(CAST({now} AS {integer}) AS {text})';
  return {
    sql: `INSERT INTO hpp_buckets (bucket, times, expires_at)
      SELECT CAST(? AS {text}), '[' || ${now} || ']', {now} + CAST(? AS {integer}) FROM ${from.sql}
      {on conflict bucket} expires_at = {new expires_at},
        times = '[' || COALESCE((SELECT {joined element.value} ${RECENT}) || ',', '') || ${now} || ']'`,
    values: [bucket, perMs, ...from.values, perMs, perMs],
  };
}

/** Where an upsert has no condition and gives no rows back: into a bucket that is there, which most are, or into a new one. */
async function takeOneInSteps(
  driver: SqlDriver,
  bucket: string,
  limit: number,
  perMs: number,
): Promise<readonly Row[]> {
  const taken = await driver.write({
    decide: {
      // The new time is appended to those that count: https://dev.mysql.com/doc/refman/8.0/en/json-modification-functions.html
      sql: `UPDATE hpp_buckets SET expires_at = {now} + ?,
          times = JSON_ARRAY_APPEND(COALESCE((SELECT JSON_ARRAYAGG(element.value) ${RECENT}), JSON_ARRAY()), '$', {now})
        WHERE bucket = ? AND (SELECT COUNT(*) ${RECENT}) < ?`,
      values: [perMs, perMs, perMs, bucket, perMs, perMs, limit],
    },
  });
  if (taken.length > 0) return taken;
  return driver.write({
    decide: {
      sql: `INSERT INTO hpp_buckets (bucket, times, expires_at) SELECT ?, JSON_ARRAY({now}), {now} + ?
        FROM (SELECT 1 AS one) AS one WHERE NOT EXISTS (SELECT 1 FROM hpp_buckets WHERE bucket = ?)`,
      values: [bucket, perMs, bucket],
    },
  });
}

async function whenAllowed(
  driver: SqlDriver,
  bucket: string,
  limit: number,
  perMs: number,
): Promise<TakeResult> {
  const full = await firstFull(driver, [{ name: bucket, limit }], perMs);
  return { allowed: full === null, retryAfterMs: full?.retryAfterMs ?? 0 };
}

/** The first bucket that allows no more, and when it will; `null` where each of them does. */
export async function firstFull(
  driver: SqlDriver,
  buckets: readonly Bucket[],
  perMs: number,
): Promise<{ bucket: string; retryAfterMs: number } | null> {
  const rows = await driver.read({
    sql: `SELECT bucket, times, {now} AS now FROM hpp_buckets WHERE bucket IN (${buckets.map(() => '?').join(', ')})`,
    values: buckets.map(({ name }) => name),
  });
  for (const { name, limit } of buckets) {
    const row = rows.find(({ bucket }) => bucket === name);
    const times: number[] = row === undefined ? [] : JSON.parse(String(row.times));
    times.sort((a, b) => a - b);
    const { allowed, retryAfterMs } = slidingLog(times, Number(row?.now ?? 0), limit, perMs).result;
    if (!allowed) return { bucket: name, retryAfterMs };
  }
  return null;
}
