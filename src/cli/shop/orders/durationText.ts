const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** A duration as people read it, in its two largest units: `350 ms`, `4.2 s`, `3 min 5 s`, `2 d 4 h`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toString()} s`;
  const at = UNITS.findIndex(([, size]) => ms >= size);
  const [name, size] = UNITS[at] as (typeof UNITS)[number];
  const [smaller, smallerSize] = UNITS[at + 1] ?? (['s', 1_000] as const);
  const rest = Math.floor((ms % size) / smallerSize);
  return `${Math.floor(ms / size)} ${name}${rest === 0 ? '' : ` ${rest} ${smaller}`}`;
}
