/**
 * One moment on both clocks, in ms. A sleeping machine stops the monotonic clock in some browsers, and the wall clock can
 * be set, so the time between two moments is the larger of the two differences (F26).
 * https://developer.mozilla.org/en-US/docs/Web/API/Performance/now#ticking_during_sleep
 */
export interface Instant {
  monotonic: number;
  wall: number;
}

export function elapsed(from: Instant, to: Instant): number {
  return Math.max(to.monotonic - from.monotonic, to.wall - from.wall);
}
