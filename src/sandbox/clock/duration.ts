const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * Milliseconds of `90s`, `2m`, `30d`, `1h30m` or a number of milliseconds.
 * @throws RangeError for anything else.
 */
export function parseDuration(value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value;
  if (typeof value === 'string') {
    if (/^\d+$/.test(value)) return Number(value);
    if (/^(?:\d+(?:ms|s|m|h|d))+$/.test(value)) {
      let total = 0;
      for (const [, count, unit] of value.matchAll(/(\d+)(ms|s|m|h|d)/g)) {
        total += Number(count) * (UNITS[unit as string] as number);
      }
      return total;
    }
  }
  throw new RangeError(
    `"${String(value)}" is not a duration: expected milliseconds, or a number with ms, s, m, h or d, such as "121s" or "30d".`,
  );
}
