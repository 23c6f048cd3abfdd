/** A clock that never runs back, in milliseconds since 1970. */
export interface MonotonicClock {
  now(): number;
  /** It has been at least this late before: another process says so, or an earlier one. */
  advanceTo(at: number): void;
}

/** A small step back, as time servers make them: the clock stands still until it is made up for. */
const SMALL_MS = 1_000;

/**
 * Leases, due times and rate limits are times of the store's clock: were it set back by an hour, a dead worker's lease
 * would last an hour longer (T76). So this one goes on from where it was, at the pace of the wall clock.
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
