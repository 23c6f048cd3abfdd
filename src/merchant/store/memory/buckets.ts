import type { TakeResult } from '../records.ts';
import { slidingLog } from '../slidingLog.ts';

/** Rate limits in memory. */
export interface MemoryBuckets {
  take(bucket: string, limit: number, perMs: number): TakeResult;
  deleteExpired(): void;
}

export function memoryBuckets(now: () => number): MemoryBuckets {
  const buckets = new Map<string, { times: readonly number[]; expiresAt: number }>();
  return {
    take(bucket, limit, perMs) {
      const { result, times } = slidingLog(buckets.get(bucket)?.times ?? [], now(), limit, perMs);
      if (times !== null) buckets.set(bucket, { times, expiresAt: now() + perMs });
      return result;
    },
    deleteExpired() {
      for (const [bucket, { expiresAt }] of buckets) if (expiresAt <= now()) buckets.delete(bucket);
    },
  };
}
