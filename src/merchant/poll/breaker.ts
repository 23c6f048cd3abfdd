/** Keeps a gateway that is down from being asked by every poll at once. */
export interface Breaker {
  /** Whether a call may be made now. While the gateway is down, one caller at a time is let through to try it. */
  mayCall(): boolean;
  succeeded(): void;
  failed(): void;
}

const TOLERATED = 3;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Opens after three failures in a row, then lets one probe through after 1 s, 2 s, 4 s … 30 s (F40, T46). */
export function createBreaker(monotonic: () => number): Breaker {
  let failures = 0;
  let closedUntil = 0;
  const pause = () => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - TOLERATED));
  return {
    mayCall() {
      if (failures < TOLERATED) return true;
      if (monotonic() < closedUntil) return false;
      closedUntil = monotonic() + pause();
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures++;
      closedUntil = monotonic() + pause();
    },
  };
}
