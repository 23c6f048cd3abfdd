import type { TakeResult } from '../contract.ts';
import { slidingLog } from '../slidingLog.ts';
import { run, type Step } from './driver.ts';

const FIND = 'SELECT times, {now} AS now FROM hpp_buckets WHERE bucket = ? {for update}';

export function* take(bucket: string, limit: number, perMs: number): Step<TakeResult> {
  let [row] = yield* run(FIND, bucket);
  if (row === undefined) {
    yield* run(
      "INSERT INTO hpp_buckets (bucket, times, expires_at) VALUES (?, '[]', {now} + CAST(? AS BIGINT)) ON CONFLICT DO NOTHING",
      bucket,
      perMs,
    );
    yield* forgetExpired(2);
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

/** Each new bucket takes two stale ones away, so a flood of addresses leaves no growing table (T47). */
function* forgetExpired(limit: number): Step<void> {
  yield* run(
    `WITH stale AS MATERIALIZED (
      SELECT bucket FROM hpp_buckets WHERE expires_at <= {now} ORDER BY expires_at LIMIT ? {skip locked}
    )
    DELETE FROM hpp_buckets WHERE bucket IN (SELECT bucket FROM stale)`,
    limit,
  );
}
