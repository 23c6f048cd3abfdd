import type { TakeResult } from '../contract.ts';
import { slidingLog } from '../slidingLog.ts';
import type { Row, SqlDriver } from './driver.ts';

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

const IS_RECENT =
  'element.value > {now} - CAST(? AS {integer}) AND element.value <= {now} + CAST(? AS {integer})';
const RECENT = `FROM {elements of hpp_buckets.times} WHERE ${IS_RECENT}`;

/** One row if it was allowed: the times that now count. */
function takeOne(driver: SqlDriver, bucket: string, limit: number, perMs: number): Promise<readonly Row[]> {
  if (driver.isMysql) return takeOneInSteps(driver, bucket, limit, perMs);
  const now = 'CAST(CAST({now} AS {integer}) AS {text})';
  return driver.write({
    decide: {
      sql: `INSERT INTO hpp_buckets (bucket, times, expires_at)
        VALUES (?, '[' || ${now} || ']', {now} + CAST(? AS {integer}))
        {on conflict bucket} expires_at = {new expires_at},
          times = '[' || COALESCE((SELECT {joined element.value} ${RECENT}) || ',', '') || ${now} || ']'
        WHERE (SELECT COUNT(*) ${RECENT}) < ?
        RETURNING times`,
      values: [bucket, perMs, perMs, perMs, perMs, perMs, limit],
    },
  });
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
  // Whether it is the only one that counts is not known.
  if (taken.length > 0) return [{ times: ',' }];
  const began = await driver.write({
    decide: {
      sql: `INSERT INTO hpp_buckets (bucket, times, expires_at) SELECT ?, JSON_ARRAY({now}), {now} + ?
        FROM (SELECT 1 AS one) AS one WHERE NOT EXISTS (SELECT 1 FROM hpp_buckets WHERE bucket = ?)`,
      values: [bucket, perMs, bucket],
    },
  });
  return began.map(() => ({ times: '' }));
}

async function whenAllowed(
  driver: SqlDriver,
  bucket: string,
  limit: number,
  perMs: number,
): Promise<TakeResult> {
  const [row] = await driver.read({
    sql: 'SELECT times, {now} AS now FROM hpp_buckets WHERE bucket = ?',
    values: [bucket],
  });
  if (row === undefined) return slidingLog([], 0, limit, perMs).result;
  const times: number[] = JSON.parse(String(row.times));
  times.sort((a, b) => a - b);
  return slidingLog(times, Number(row.now), limit, perMs).result;
}
