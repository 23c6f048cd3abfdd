import type { TakeResult } from '../contract.ts';
import { slidingLog } from '../slidingLog.ts';
import { run, type Statement, type Transaction } from './driver.ts';

const FIND = 'SELECT times, {now} AS now FROM hpp_buckets WHERE bucket = ? {for update}';

export interface FirstTake {
  readonly bucket: string;
  readonly perMs: number;
}

/**
 * The first takes from buckets, each named once, that are new or have expired, as most are: a row for each. No row: `take` has
 * to look into it. In order of their keys: two statements must not wait for each other in a circle.
 */
export function takeFirst(takes: readonly FirstTake[]): Statement {
  const sorted = [...takes].sort((a, b) => (a.bucket < b.bucket ? -1 : 1));
  const row = "(?, '[' || CAST(CAST({now} AS BIGINT) AS TEXT) || ']', {now} + CAST(? AS BIGINT))";
  return {
    sql: `INSERT INTO hpp_buckets (bucket, times, expires_at)
      VALUES ${sorted.map(() => row).join(', ')}
      ON CONFLICT (bucket) DO UPDATE SET times = excluded.times, expires_at = excluded.expires_at
        WHERE hpp_buckets.expires_at <= {now}
      RETURNING bucket`,
    values: sorted.flatMap(({ bucket, perMs }) => [bucket, perMs]),
  };
}

export function* take(bucket: string, limit: number, perMs: number): Transaction<TakeResult> {
  let [row] = yield* run(FIND, bucket);
  if (row === undefined) {
    yield* run(
      "INSERT INTO hpp_buckets (bucket, times, expires_at) VALUES (?, '[]', {now} + CAST(? AS BIGINT)) ON CONFLICT DO NOTHING",
      bucket,
      perMs,
    );
    [row] = yield* run(FIND, bucket);
  }
  const now = Number(row?.now);
  const { result, times } = slidingLog(JSON.parse(String(row?.times)), now, limit, perMs);
  if (times !== null) {
    yield* run(
      'UPDATE hpp_buckets SET times = ?, expires_at = ? WHERE bucket = ?',
      JSON.stringify(times),
      now + perMs,
      bucket,
    );
  }
  return result;
}

/** New buckets for one `forgetExpired`. */
export const NEW_BUCKETS = 16;

/** Takes away four times as many stale buckets as came since the last time, so a flood of addresses leaves no growing table (T47). */
export function forgetExpired(): Statement {
  return {
    sql: `WITH stale AS MATERIALIZED (
      SELECT bucket FROM hpp_buckets WHERE expires_at <= {now} ORDER BY expires_at LIMIT ? {skip locked}
    )
    DELETE FROM hpp_buckets WHERE bucket IN (SELECT bucket FROM stale)`,
    values: [4 * NEW_BUCKETS],
  };
}
