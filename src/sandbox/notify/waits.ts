/** Milliseconds to wait before deliveries. */
export interface Waits {
  inSeconds(seconds: number): number;
  /** Before the first delivery. */
  first: number;
  /** After so many attempts; `null` where the schedule ends. */
  after(attempts: number): number | null;
}

/** Waits of the schedule vary by this much, so that many failures do not come back as one wave. */
const JITTER = 0.1;

/** The profile's schedule in milliseconds, by the sandbox's pace. */
export function readWaits(schedule: readonly number[], pace: number, random: () => number): Waits {
  const inSeconds = (seconds: number) => Math.round(seconds * 1000 * pace);
  return {
    inSeconds,
    first: inSeconds(schedule[0] ?? 0),
    after(attempts) {
      const seconds = schedule[attempts];
      return seconds === undefined ? null : inSeconds(seconds * (1 - JITTER + 2 * JITTER * random()));
    },
  };
}
