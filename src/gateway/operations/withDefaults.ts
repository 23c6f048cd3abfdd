/** An object with defaults behind it. Anything else stays as it is, so that the check of the request names it by its path. */
export function withDefaults(value: unknown, defaults: Readonly<Record<string, unknown>>): unknown {
  if (value === undefined || value === null) return { ...defaults };
  return typeof value === 'object' && !Array.isArray(value) ? { ...defaults, ...value } : value;
}
