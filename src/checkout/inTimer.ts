/** Milliseconds that a timer can wait: one of more than 31 bits, such as `Infinity`, would ring at once (T74). */
export const inTimer = (ms: number): number => Math.min(ms, 0x7fffffff);
