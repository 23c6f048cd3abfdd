import { parseDuration } from '../sandbox/clock/duration.ts';
import { UsageError } from './command.ts';

/**
 * Reads a typed time: so long ago (`90m`, `24h`, `7d`), a date or a time in ISO 8601. Returns what tells it, in
 * milliseconds, by the clock of whoever is asked.
 * @throws UsageError for anything else.
 */
export function timeOf(option: string, typed: string): (now: number) => number {
  const time = /^\d{4}-\d\d-\d\d/.test(typed) ? Date.parse(typed) : Number.NaN;
  if (!Number.isNaN(time)) return () => time;
  const ms = durationOf(typed);
  if (ms !== null) return (now) => now - ms;
  throw new UsageError(
    `${option}: expected a duration such as 90m, 24h or 7d, or a date such as 2030-01-15, got "${typed}".`,
  );
}

function durationOf(typed: string): number | null {
  // A bare number would be milliseconds, which nobody means.
  if (!/[a-z]/.test(typed)) return null;
  try {
    return parseDuration(typed);
  } catch {
    return null;
  }
}
