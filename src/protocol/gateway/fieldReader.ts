import { ShapeError } from './shapeError.ts';

/** Reads one field of an object by the interface document's name; `undefined` when it is not there. */
export type FieldReader = (name: string) => unknown;

/**
 * Reads fields by name: in any letter case (`pspid`, `PspId`), or exactly as named (N1).
 * @throws ShapeError for something that is no object. The reader throws one for a field in two spellings with two values.
 */
export function fieldReader(json: unknown, readCase: 'insensitive' | 'exact', what: string): FieldReader {
  if (json === null || typeof json !== 'object' || Array.isArray(json))
    throw new ShapeError(what, 'an object');
  const object = json as Record<string, unknown>;
  if (readCase === 'exact') return (name) => (Object.hasOwn(object, name) ? object[name] : undefined);

  const values = new Map<string, unknown>();
  const contradictory = new Set<string>();
  for (const [name, value] of Object.entries(object)) {
    const lower = name.toLowerCase();
    if (values.has(lower) && values.get(lower) !== value) contradictory.add(lower);
    values.set(lower, value);
  }
  return (name) => {
    const lower = name.toLowerCase();
    if (contradictory.has(lower)) {
      throw new ShapeError(name, 'one value, not two under different spellings');
    }
    return values.get(lower);
  };
}

/** A field that must hold text. @throws ShapeError */
export function requiredText(field: FieldReader, name: string): string {
  const text = optionalText(field, name);
  if (text === null) throw new ShapeError(name, 'a text that is not empty');
  return text;
}

/** A field that may hold text; absent, `null` and empty read as `null`. @throws ShapeError for another type. */
export function optionalText(field: FieldReader, name: string): string | null {
  const value = field(name);
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw new ShapeError(name, 'a text');
  return value;
}

/** A whole number, or the same as text, read as text: the gateway's ids come in both forms (G10). @throws ShapeError */
export function requiredId(field: FieldReader, name: string): string {
  const value = field(name);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && value !== '') return value;
  throw new ShapeError(name, 'an id: a whole number or a text');
}

/** A boolean, or the word for one; absent, `null` and empty read as `null`. @throws ShapeError */
export function optionalBoolean(field: FieldReader, name: string): boolean | null {
  const value = field(name);
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word === 'true' || word === 'false') return word === 'true';
  throw new ShapeError(name, 'true or false');
}
