import { type Instant, msUntil } from './instant.ts';
import type { Timers } from './timers.ts';

/** From how many ms before the end each second is told; the customer is shown the last thirty (`secondsLeft`). */
export const SHOWN_FROM_MS = 60_000;

export interface ExpiryClock {
  /** Looks at the clocks now: after a sleep, a frozen tab, a hidden tab. */
  check(): void;
  stop(): void;
}

export interface ExpiryClockOptions {
  /** When the address dies. */
  expiresAt: Instant;
  now: () => Instant;
  timers: Timers;
  /** Called with the ms left: each second of the last minute, then when nothing is left and at each check after that. */
  onTick: (remainingMs: number) => void;
}

/** Counts down the life of one hosted page address (S141). */
export function createExpiryClock({ expiresAt, now, timers, onTick }: ExpiryClockOptions): ExpiryClock {
  let timer: number | undefined;
  let stopped = false;

  function check(): void {
    timers.clearTimeout(timer);
    if (stopped) return;
    const left = msUntil(expiresAt, now());
    if (left > SHOWN_FROM_MS) {
      timer = timers.setTimeout(check, left - SHOWN_FROM_MS);
      return;
    }
    onTick(Math.max(left, 0));
    // To the next whole second, so that the shown number changes when it should.
    if (left > 0 && !stopped) timer = timers.setTimeout(check, left % 1000 || 1000);
  }

  check();
  return {
    check,
    stop() {
      stopped = true;
      timers.clearTimeout(timer);
    },
  };
}
