/**
 * The longest time that a platform's timer can wait, in milliseconds: 2³¹−1, some 25 days. A longer one is over at once (T74):
 * https://nodejs.org/api/timers.html#settimeoutcallback-delay-args
 */
export const LONGEST_TIMER_MS = 2_147_483_647;
