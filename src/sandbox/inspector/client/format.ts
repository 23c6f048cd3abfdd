/** A time of the sandbox, in UTC so that it reads the same for everybody: `2026-11-21 14:05:09.120`. */
export function showTime(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? String(ms) : time.toISOString().replace('T', ' ').replace('Z', '');
}

/** Only the time of day: `14:05:09.120`. */
export function showClock(ms: number): string {
  return showTime(ms).slice(11);
}

/** JSON for reading. */
export function showJson(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
