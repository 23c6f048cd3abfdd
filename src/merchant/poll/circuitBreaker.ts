/** A circuit breaker: keeps a gateway that is down from being polled by everybody at once. */
export interface CircuitBreaker {
  /** Whether a call may be made now. While the gateway is down, one caller at a time is let through as a probe. */
  mayCall(): boolean;
  succeeded(): void;
  failed(): void;
}

const FAILURES_TO_OPEN = 3;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Opens after three failures in a row, then lets one probe through after 1 s, 2 s, 4 s … 30 s (F40, T46). */
export function createCircuitBreaker(monotonic: () => number): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  const pause = () =>
    Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - FAILURES_TO_OPEN));
  return {
    mayCall() {
      if (failures < FAILURES_TO_OPEN) return true;
      if (monotonic() < openUntil) return false;
      openUntil = monotonic() + pause();
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures++;
      openUntil = monotonic() + pause();
    },
  };
}
