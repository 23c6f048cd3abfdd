const FIRST_MS = 500;
const LONGEST_MS = 8_000;

/** Milliseconds before try `retry + 1`, full jitter: anything up to 0.5 s, 1 s, 2 s … 8 s. */
export function backoffMs(retry: number, random: () => number): number {
  return Math.floor(random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (retry - 1)));
}
