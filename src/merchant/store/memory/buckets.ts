import type { Bucket, TakeResult } from '../records.ts';
import { slidingLog } from '../slidingLog.ts';

/** Rate limits in memory. */
export interface MemoryBuckets {
  take(bucket: string, limit: number, perMs: number): TakeResult;
  /** One from each, or none and the first that is full. */
  takeAll(buckets: readonly Bucket[], perMs: number): { bucket: string; retryAfterMs: number } | null;
  deleteExpired(): void;
}

export function memoryBuckets(now: () => number): MemoryBuckets {
  const buckets = new Map<string, { times: readonly number[]; expiresAt: number }>();
  const look = ({ name, limit }: Bucket, perMs: number) =>
    slidingLog(buckets.get(name)?.times ?? [], now(), limit, perMs);
  const take = (name: string, limit: number, perMs: number): TakeResult => {
    const { result, times } = look({ name, limit }, perMs);
    if (times !== null) buckets.set(name, { times, expiresAt: now() + perMs });
    return result;
  };
  return {
    take,
    takeAll(wanted, perMs) {
      for (const bucket of wanted) {
        const { allowed, retryAfterMs } = look(bucket, perMs).result;
        if (!allowed) return { bucket: bucket.name, retryAfterMs };
      }
      for (const { name, limit } of wanted) take(name, limit, perMs);
      return null;
    },
    deleteExpired() {
      for (const [bucket, { expiresAt }] of buckets) if (expiresAt <= now()) buckets.delete(bucket);
    },
  };
}
