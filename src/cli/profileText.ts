import type { ProfilePoint } from '../protocol/gateway/describeProfile.ts';

const ORIGINS: Readonly<Record<ProfilePoint['origin'], string>> = {
  doc: 'documented',
  obs: 'observed',
  inf: 'inferred',
  inv: 'invented',
  default: 'open',
  changed: 'CHANGED',
};

/** Every open point on a line of its own: number, origin, question, value. */
export function describePoints(points: readonly ProfilePoint[]): string[] {
  return points.map(({ point, question, values, origin, settings }) => {
    const shown = Object.entries(values).map(([name, value]) => `${name} = ${short(value)}`);
    const where = shown.length > 0 ? shown : settings.length > 0 ? settings : ['both forms are read'];
    return `${point.padEnd(4)} ${ORIGINS[origin].padEnd(10)} ${question} ${where.join(', ')}`;
  });
}

/** The points that differ from the default, under a heading; nothing when none does. */
export function describeChanges(points: readonly ProfilePoint[]): string[] {
  const changed = points.filter(({ origin }) => origin === 'changed');
  return changed.length === 0
    ? []
    : ['', 'Profile, where it differs from the default', ...describePoints(changed)];
}

function short(value: string): string {
  return value.length > 80 ? `${value.slice(0, 79)}…` : value;
}
