import type { TakeResult } from './contract.ts';

export interface Taken {
  readonly result: TakeResult;
  /** The bucket's new content, oldest first; `null` when nothing was taken. */
  readonly times: readonly number[] | null;
}

/**
 * One take from a bucket that allows `limit` in any `perMs`. Exact, unlike counters per window; it keeps one number
 * for each allowed take, so limits belong in the hundreds.
 */
export function slidingLog(times: readonly number[], now: number, limit: number, perMs: number): Taken {
  // A time up to `perMs` ahead comes from a neighbour that read the clock later but took first. One further ahead
  // comes from a clock that was set back since, and would lock the bucket for as long as the jump.
  const recent = times.filter((at) => at > now - perMs && at <= now + perMs);
  if (recent.length < limit) {
    const at = Math.max(now, recent.at(-1) ?? now);
    return { result: { allowed: true, retryAfterMs: 0 }, times: [...recent, at] };
  }
  const blocking = recent[recent.length - limit];
  const retryAfterMs = blocking === undefined ? perMs : blocking + perMs - now;
  return { result: { allowed: false, retryAfterMs }, times: null };
}
