import type { Bucket, TakeResult } from '../contract.ts';
import { slidingLog, type Taken } from '../slidingLog.ts';
import type { Row, SqlDriver, Statement } from './driver.ts';

/** Takes from a bucket by the rule of `slidingLog`. Expired ones are the purge's to delete. */
export async function take(
  driver: SqlDriver,
  bucket: string,
  limit: number,
  perMs: number,
): Promise<TakeResult> {
  for (;;) {
    const isTaken = limit >= 1 && (await takeOne(driver, bucket, limit, perMs));
    if (isTaken) return { allowed: true, retryAfterMs: 0 };
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

/** Whether it was allowed. */
async function takeOne(driver: SqlDriver, bucket: string, limit: number, perMs: number): Promise<boolean> {
  if (driver.mysql !== null) {
    const [, taken = []] = await driver.mysql.all(takeTogether([{ name: bucket, limit }], perMs));
    return taken.length > 0;
  }
  const { sql, values } = put({
    bucket,
    perMs,
    from: { sql: '{one row} WHERE 1 = 1', values: [] },
  });
  const taken = await driver.write({
    decide: {
      sql: `${sql} WHERE (SELECT COUNT(*) ${RECENT}) < ? RETURNING bucket`,
      values: [...values, perMs, perMs, limit],
    },
  });
  return taken.length > 0;
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

/**
 * A take on MySQL, where an upsert has no condition and gives no rows back. The first statement makes the buckets that are missing and
 * locks all, so that of any number that come together each counts what the others took; the second takes from all or from none.
 */
export function takeTogether(buckets: readonly Bucket[], perMs: number): readonly [Statement, Statement] {
  const names = buckets.map(({ name }) => name);
  const isFull = `(other.bucket = ? AND (SELECT COUNT(*) ${recentOf('other')}) >= ?)`;
  return [
    {
      sql: `INSERT INTO hpp_buckets (bucket, times, expires_at) VALUES ${names.map(() => "(?, '[]', {now} + ?)").join(', ')}
        {on conflict bucket} bucket = {new bucket}`,
      values: names.flatMap((name) => [name, perMs]),
    },
    {
      // MySQL reads the table that it updates only through a table made from it.
      sql: `UPDATE hpp_buckets SET expires_at = {now} + ?,
          times = JSON_ARRAY_APPEND(COALESCE((SELECT JSON_ARRAYAGG(element.value) ${RECENT}), JSON_ARRAY()), '$', {now})
        WHERE bucket IN (${names.map(() => '?').join(', ')}) AND 0 = (SELECT full_ones FROM
          (SELECT COUNT(*) AS full_ones FROM hpp_buckets AS other WHERE ${names.map(() => isFull).join(' OR ')}) AS counted)`,
      values: [
        ...[perMs, perMs, perMs, ...names],
        ...buckets.flatMap(({ name, limit }) => [name, perMs, perMs, limit]),
      ],
    },
  ];
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

/** A bucket that allows no more, and when it will. */
export interface FullBucket {
  readonly bucket: string;
  readonly retryAfterMs: number;
}

/** The first bucket that allows no more, and when it will; `null` where each of them does. */
export async function firstFull(
  driver: SqlDriver,
  buckets: readonly Bucket[],
  perMs: number,
): Promise<FullBucket | null> {
  return fullOne(await driver.read(readBuckets(buckets)), buckets, perMs);
}

function readBuckets(buckets: readonly Bucket[]): Statement {
  return {
    sql: `SELECT bucket, times, {now} AS now FROM hpp_buckets WHERE bucket IN (${buckets.map(() => '?').join(', ')})`,
    values: buckets.map(({ name }) => name),
    varies: true,
  };
}

function fullOne(rows: readonly Row[], buckets: readonly Bucket[], perMs: number): FullBucket | null {
  for (const bucket of buckets) {
    const { allowed, retryAfterMs } = lookInto(rows, bucket, perMs).result;
    if (!allowed) return { bucket: bucket.name, retryAfterMs };
  }
  return null;
}

/** What a take from the bucket would do, by the rows that were read. */
function lookInto(rows: readonly Row[], { name, limit }: Bucket, perMs: number): Taken {
  const row = rows.find(({ bucket }) => bucket === name);
  const times: number[] = row === undefined ? [] : JSON.parse(String(row.times));
  times.sort((a, b) => a - b);
  return slidingLog(times, Number(row?.now ?? 0), limit, perMs);
}
