/** A day. Nobody waits longer for an answer, and what becomes a timer must stay below 2^31 ms. */
const LONGEST_MS = 86_400_000;

/**
 * Milliseconds to wait by a `Retry-After` header, in seconds or as a date; `null` where there is none or it is
 * unreadable. A past date is 0; beyond a day it is a day.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_MS);
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - now), LONGEST_MS);
}
