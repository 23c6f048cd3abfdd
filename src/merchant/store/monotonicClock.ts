/** A clock that never runs back, in milliseconds since 1970. */
export interface MonotonicClock {
  now(): number;
  /** From now on it is at least this late: another process of the store has reached this time. */
  advanceTo(at: number): void;
}

/** Set back by less, as time servers do: the clock stands still until the time is reached again. */
const SMALL_MS = 1_000;

/**
 * Leases, due times and rate limits are times of the store's clock: were it set back by an hour, a dead worker's lease
 * would last an hour longer (T76). So this clock goes on from where it was, as fast as the wall clock.
 */
export function monotonicClock(wall: () => number): MonotonicClock {
  let ahead = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const time = wall() + ahead;
      if (time < last - SMALL_MS) ahead += last - time;
      else last = Math.max(last, time);
      return last;
    },
    advanceTo(at) {
      last = Math.max(last, at);
    },
  };
}
