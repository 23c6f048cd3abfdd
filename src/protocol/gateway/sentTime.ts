import { plainText } from './detailReader.ts';

/*
 * Whether a number counts seconds or milliseconds shows in its size: 10^11 seconds are the year 5138, and 10^11 milliseconds are 1973.
 * The same holds from each unit to the next, so no number of our century is of two units.
 */
const UNITS: readonly (readonly [from: number, perMs: number, unit: string])[] = [
  [1e17, 1e6, 'ns'],
  [1e14, 1e3, 'us'],
  [1e11, 1, 'ms'],
  [0, 1e-3, 's'],
];

/** With its zone; without one it could be any of 26 hours. */
const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * A time of sending in seconds, milliseconds or smaller since 1970, or as ISO 8601 with a zone (N18). `undefined` where it
 * has no plain meaning, or a number is of another unit than the profile's.
 */
export function sentTime(value: unknown, unit: 'auto' | 's' | 'ms'): Date | undefined {
  const text = typeof value === 'number' ? String(value) : (plainText(value)?.trim() ?? '');
  const date = ISO.test(text) ? new Date(text.replace(' ', 'T')) : fromNumber(text, unit);
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}

function fromNumber(text: string, wanted: 'auto' | 's' | 'ms'): Date | undefined {
  if (!/^\d{1,19}(?:\.\d{1,9})?$/.test(text)) return undefined;
  const number = Number(text);
  const [, perMs, unit] = UNITS.find(([from]) => number >= from) as (typeof UNITS)[number];
  return wanted !== 'auto' && wanted !== unit ? undefined : new Date(Math.round(number / perMs));
}
