import type { Bucket, TakeResult } from '../contract.ts';
import { slidingLog, type Taken } from '../slidingLog.ts';
import type { Decided, Row, SqlDriver, Statement } from './driver.ts';

/** Takes from a bucket by the rule of `slidingLog`. Expired ones are the purge's to delete. */
export async function take(
  driver: SqlDriver,
  bucket: string,
  limit: number,
  perMs: number,
): Promise<TakeResult> {
  if (driver.mysql !== null) {
    const one = [{ name: bucket, limit }];
    const full = await driver.mysql.readThenWrite([lockBuckets(one)], ([rows = []]) =>
      takeByRows(rows, one, perMs),
    );
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
    from: { sql: '{one row} WHERE 1 = 1', values: [] },
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

/** Where an upsert has no condition and gives no rows back: the buckets are read under locks. */
export function lockBuckets(buckets: readonly Bucket[]): Statement {
  const read = readBuckets(buckets);
  return { ...read, sql: `${read.sql} {for update}` };
}

/**
 * What is in the buckets is counted here then. Of two that make the same bucket the second is run again, and finds it.
 *
 * @returns the bucket that is full, if one is: nothing is written.
 */
export function takeByRows(
  rows: readonly Row[],
  buckets: readonly Bucket[],
  perMs: number,
): Decided<FullBucket | null> {
  const full = fullOne(rows, buckets, perMs);
  if (full !== null) return { writes: [], result: full };
  const [known, missing] = [buckets.filter(isIn(rows)), buckets.filter((bucket) => !isIn(rows)(bucket))];
  const writes: Statement[] = [];
  if (missing.length > 0) {
    writes.push({
      sql: `INSERT INTO hpp_buckets (bucket, times, expires_at) VALUES ${missing.map(() => '(?, JSON_ARRAY({now}), {now} + ?)').join(', ')}`,
      values: missing.flatMap(({ name }) => [name, perMs]),
    });
  }
  if (known.length > 0) {
    writes.push({
      sql: `INSERT INTO hpp_buckets (bucket, times, expires_at) VALUES ${known.map(() => '(?, ?, {now} + ?)').join(', ')}
        {on conflict bucket} times = {new times}, expires_at = {new expires_at}`,
      values: known.flatMap((bucket) => {
        const { times } = lookInto(rows, bucket, perMs);
        return [bucket.name, JSON.stringify(times), perMs];
      }),
    });
  }
  return { writes, result: null };
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
