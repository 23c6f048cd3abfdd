import { checkProfile } from './checkProfile.ts';
import { defaultProfile } from './defaultProfile.ts';
import { deepFreeze } from './freeze.ts';
import type { GatewayProfile } from './profile.ts';

/** The same tree with every member optional; functions and lists are replaced whole. */
export type DeepPartial<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
      : T;

/**
 * A profile that differs from another, by default from `defaultProfile`, in what is given. Checked and frozen.
 *
 * @example defineProfile({ notification: { timeUnit: 's' }, wire: { clientCase: 'pascal' } })
 * @throws ProfileError naming the member that is unknown or of the wrong type.
 */
export function defineProfile(
  changes: DeepPartial<GatewayProfile>,
  base: GatewayProfile = defaultProfile,
): GatewayProfile {
  const profile = merge(base, changes) as GatewayProfile;
  checkProfile(profile);
  return deepFreeze(profile);
}

function merge(base: unknown, change: unknown): unknown {
  if (change === undefined) return base;
  if (!isPlain(change)) return Array.isArray(change) ? [...change] : change;
  const result: Record<string, unknown> = isPlain(base) ? { ...base } : {};
  for (const [name, value] of Object.entries(change)) result[name] = merge(result[name], value);
  return result;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
