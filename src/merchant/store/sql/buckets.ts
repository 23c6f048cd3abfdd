import type { Bucket, TakeResult } from '../contract.ts';
import { slidingLog, type Taken } from '../slidingLog.ts';
import type { Row, SqlDriver, Statement, Transaction } from './driver.ts';

/** Takes from a bucket by the rule of `slidingLog`. Expired ones are the purge's to delete. */
export async function take(
  driver: SqlDriver,
  bucket: string,
  limit: number,
  perMs: number,
): Promise<TakeResult> {
  if (driver.isMysql) {
    const full = await driver.transaction(() => takeInSteps([{ name: bucket, limit }], perMs));
    return { allowed: full === null, retryAfterMs: full?.retryAfterMs ?? 0 };
  }
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

/**
 * Where an upsert has no condition and gives no rows back: the buckets are locked and read, and what is in them is counted here. Of
 * two that make the same bucket the second is run again, and finds it.
 */
export function* takeInSteps(
  buckets: readonly Bucket[],
  perMs: number,
): Transaction<{ bucket: string; retryAfterMs: number } | null> {
  const rows = yield { ...readBuckets(buckets), sql: `${readBuckets(buckets).sql} {for update}` };
  const full = fullOne(rows, buckets, perMs);
  if (full !== null) return full;
  const [known, missing] = [buckets.filter(isIn(rows)), buckets.filter((bucket) => !isIn(rows)(bucket))];
  if (missing.length > 0) {
    yield {
      sql: `INSERT INTO hpp_buckets (bucket, times, expires_at) VALUES ${missing.map(() => '(?, JSON_ARRAY({now}), {now} + ?)').join(', ')}`,
      values: missing.flatMap(({ name }) => [name, perMs]),
    };
  }
  if (known.length > 0) {
    yield {
      sql: `INSERT INTO hpp_buckets (bucket, times, expires_at) VALUES ${known.map(() => '(?, ?, {now} + ?)').join(', ')}
        {on conflict bucket} times = {new times}, expires_at = {new expires_at}`,
      values: known.flatMap((bucket) => {
        const { times } = lookInto(rows, bucket, perMs);
        return [bucket.name, JSON.stringify(times), perMs];
      }),
    };
  }
  return null;
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
  return fullOne(await driver.read(readBuckets(buckets)), buckets, perMs);
}

function readBuckets(buckets: readonly Bucket[]): Statement {
  return {
    sql: `SELECT bucket, times, {now} AS now FROM hpp_buckets WHERE bucket IN (${buckets.map(() => '?').join(', ')})`,
    values: buckets.map(({ name }) => name),
    varies: true,
  };
}

function fullOne(
  rows: readonly Row[],
  buckets: readonly Bucket[],
  perMs: number,
): { bucket: string; retryAfterMs: number } | null {
  for (const bucket of buckets) {
    const { allowed, retryAfterMs } = lookInto(rows, bucket, perMs).result;
    if (!allowed) return { bucket: bucket.name, retryAfterMs };
  }
  return null;
}

const isIn =
  (rows: readonly Row[]) =>
  ({ name }: Bucket): boolean =>
    rows.some(({ bucket }) => bucket === name);

/** What a take from the bucket would do, by the rows that were read. */
function lookInto(rows: readonly Row[], { name, limit }: Bucket, perMs: number): Taken {
  const row = rows.find(({ bucket }) => bucket === name);
  const times: number[] = row === undefined ? [] : JSON.parse(String(row.times));
  times.sort((a, b) => a - b);
  return slidingLog(times, Number(row?.now ?? 0), limit, perMs);
}
