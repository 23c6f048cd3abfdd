/**
 * The keys of a type, as a list. `true` stands for each, so that a key which is missing, or is none any more, does not compile.
 *
 * @example
 * const KNOWN = namesOf<Options>({ session: true, order: true });
 */
export function namesOf<T>(known: Readonly<Record<keyof T & string, true>>): readonly string[] {
  return Object.keys(known);
}
