import type { FieldReader } from './fieldReader.ts';

/**
 * Reads the fields that settle nothing. What is odd but plain is read (`"Y"`, a number where a text was promised); what is
 * not is `null`, and its name is kept. A payment must not be lost over a field that only informs.
 */
export interface DetailReader {
  text(name: string): string | null;
  flag(name: string): boolean | null;
  count(name: string): number | null;
  /** By a reader of its own: `undefined` or a throw means that the value has no plain meaning. */
  by<T>(name: string, read: (value: unknown) => T | undefined): T | null;
  /** Names of the fields that were there and could not be read, in the document's spelling; never their values. */
  readonly unreadable: readonly string[];
}

const YES = /^(?:true|yes|y|1)$/i;
const NO = /^(?:false|no|n|0)$/i;

export function detailReader(field: FieldReader): DetailReader {
  const unreadable: string[] = [];

  function by<T>(name: string, read: (value: unknown) => T | undefined): T | null {
    try {
      const value = field(name);
      if (value === undefined || value === null || value === '') return null;
      const result = read(value);
      if (result !== undefined) return result;
    } catch {
      // Two spellings with two values, or a profile's own function that does not know this form.
    }
    unreadable.push(name);
    return null;
  }

  return {
    by,
    text: (name) => by(name, plainText),
    flag: (name) => by(name, plainFlag),
    count: (name) => by(name, plainCount),
    unreadable,
  };
}

/** A text, or a number as it would be printed. One beyond 2^53 has lost its end, so it has no plain meaning. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

function plainFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = plainText(value)?.trim() ?? '';
  if (YES.test(word)) return true;
  return NO.test(word) ? false : undefined;
}

function plainCount(value: unknown): number | undefined {
  const text = plainText(value)?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
