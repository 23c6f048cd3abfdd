import { LONGEST_TIMER_MS } from '../help/longestTimer.ts';
import { platformHmac } from '../protocol/gateway/hmac.ts';
import type { Hmac } from '../protocol/gateway/signature.ts';

/** What the client takes from its platform. Tests pass their own, as the option `testing`. */
export interface GatewayRuntime {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  uuid(): string;
  /** Calls `ring` after `ms`; the returned function takes that back. */
  timer(ms: number, ring: () => void): () => void;
  hmac: Hmac;
}

export function platformRuntime(): GatewayRuntime {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    uuid: () => crypto.randomUUID(),
    timer: (ms, ring) => {
      // A longer one would ring at once (T74).
      const timer = setTimeout(ring, Math.min(ms, LONGEST_TIMER_MS));
      return () => clearTimeout(timer);
    },
    hmac: platformHmac(),
  };
}
