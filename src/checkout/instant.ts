/**
 * One moment on both clocks, in ms. A sleeping machine stops the monotonic clock in some browsers, and the wall clock can
 * be set, so the time between two moments is the larger of the two differences (F26).
 * https://developer.mozilla.org/en-US/docs/Web/API/Performance/now#ticking_during_sleep
 */
export interface Instant {
  monotonic: number;
  wall: number;
}

export function addMs({ monotonic, wall }: Instant, ms: number): Instant {
  return { monotonic: monotonic + ms, wall: wall + ms };
}

/** Negative when `moment` is over. */
export function msUntil(moment: Instant, now: Instant): number {
  return Math.min(moment.monotonic - now.monotonic, moment.wall - now.wall);
}
