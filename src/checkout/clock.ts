import { elapsed, type Instant } from './instant.ts';
import type { Timers } from './timers.ts';

/** From how many ms before the end the customer is shown the time that is left. */
export const SHOWN_FROM_MS = 60_000;

export interface ExpiryClock {
  /** Ms of life left; negative after the end. */
  remaining(): number;
  /** Looks at the clocks now: after a sleep, a frozen tab, a hidden tab. */
  check(): void;
  stop(): void;
}

export interface ExpiryClockOptions {
  /** When the session was asked for: the address cannot be older than that. */
  sentAt: Instant;
  lifeMs: number;
  now: () => Instant;
  timers: Timers;
  /** Called with the ms left: each second of the last minute, then when nothing is left and at each check after that. */
  onTick: (remainingMs: number) => void;
}

/** Counts the life of one hosted page address (S141) from the moment its session was asked for. */
export function createExpiryClock({ sentAt, lifeMs, now, timers, onTick }: ExpiryClockOptions): ExpiryClock {
  let timer: number | undefined;
  let stopped = false;

  const remaining = () => lifeMs - elapsed(sentAt, now());

  function check(): void {
    timers.clearTimeout(timer);
    if (stopped) return;
    const left = remaining();
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
    remaining,
    check,
    stop() {
      stopped = true;
      timers.clearTimeout(timer);
    },
  };
}
