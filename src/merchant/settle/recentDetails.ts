import type { KnownDetails } from './toPayment.ts';

/** So many payments at most: a memory for seconds, not a store. */
const MOST = 1_000;

/** What this process has read in notifications of payments that are not fulfilled yet, by session. */
export interface RecentDetails {
  keep(sessionId: string, details: KnownDetails): void;
  of(sessionId: string): KnownDetails | undefined;
  forget(sessionId: string): void;
}

/**
 * A notification may find the session leased to the sweep, and `onPayment` may fail at first: in both cases the next call
 * of `onPayment` by this process still gets the notification's details. In memory alone, since a card token may lie in no
 * store; what survives a crash is the gateway's redelivery (`deliverDetails`).
 */
export function createRecentDetails(): RecentDetails {
  const known = new Map<string, KnownDetails>();
  return {
    keep(sessionId, details) {
      known.delete(sessionId);
      known.set(sessionId, details);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
    of: (sessionId) => known.get(sessionId),
    forget: (sessionId) => void known.delete(sessionId),
  };
}
