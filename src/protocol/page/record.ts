/**
 * Own properties of a plain object, or `null` for anything else.
 *
 * Structured clone and `JSON.parse` both keep an own `__proto__` key, so values from another window or server are read
 * through `Object.hasOwn` and never merged or spread (T21). What is made of them has no prototype: a field that was not
 * sent must not be found on an `Object.prototype` that a page has added to (T85).
 */
export function ownFields(value: unknown): ((name: string) => unknown) | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = value as Record<string, unknown>;
  return (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
}
