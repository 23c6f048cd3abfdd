import type { SessionRecord } from '../store/contract.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After the customer came back: the answer is close. */
const AFTER_RETURN = [2, 5, 15, 30, 60].map((n) => n * SECOND);
/** From the start: the first poll comes when the address has expired. */
const AFTER_START = [
  150 * SECOND,
  ...[5, 15, 30].map((n) => n * MINUTE),
  ...[1, 3, 6, 12, 24].map((n) => n * HOUR),
  ...[2, 3, 4, 5, 6, 7].map((n) => n * DAY),
];

/**
 * When the sweep should next poll the gateway about a session that is not paid: a store time, or `null` when the week is
 * over. Each step comes up to 20 % late (jitter, by the session's own id), so that a burst of sales does not become a burst
 * of calls.
 */
export function nextPollAt(session: SessionRecord, now: number): number | null {
  const late = 1 + 0.2 * jitterOf(session.id);
  const times = AFTER_START.map((after) => Math.round(session.createdAt + after * late));
  if (session.returnedAt !== null) {
    const { returnedAt } = session;
    times.push(...AFTER_RETURN.map((after) => Math.round(returnedAt + after * late)));
  }
  const next = Math.min(...times.filter((time) => time > now));
  return Number.isFinite(next) ? next : null;
}

/** When to poll again after the gateway did not answer: soon, yet not at the same moment as for all other sessions. */
export function nextPollAfterOutage(session: SessionRecord, now: number): number {
  const soon = now + Math.round(MINUTE * (1 + jitterOf(session.id)));
  const planned = nextPollAt(session, now);
  return planned === null ? soon : Math.min(planned, soon);
}

/** From this failed call of a hook on, a person should look: some 17 minutes of backoff are over. */
export const ALERT_FROM_ATTEMPT = 10;

/** When to call a hook that failed again, by exponential backoff: 2 s, 4 s, 8 s … one hour. */
export function nextHookCallAt(attempts: number, now: number): number {
  return now + Math.min(HOUR, 2 ** Math.min(attempts, 20) * SECOND);
}

/** The first of these times; `null` where there is none. */
export function earliest(...dates: readonly (number | null)[]): number | null {
  const known = dates.filter((date) => date !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** 0 to 1, the same for the same id: ids are random bits. */
function jitterOf(id: string): number {
  const bits = Number.parseInt(id.slice(0, 8), 16);
  return Number.isNaN(bits) ? 0.5 : bits / 0x1_0000_0000;
}
