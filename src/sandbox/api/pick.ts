/** The named fields of a body that is not checked yet, in whichever letter case they came. */
export function pick(object: unknown, ...names: string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  if (typeof object !== 'object' || object === null) return result;
  for (const [key, value] of Object.entries(object)) {
    const name = names.find((candidate) => candidate.toLowerCase() === key.toLowerCase());
    if (name !== undefined) result[name] = value;
  }
  return result;
}
