const MAX_DEPTH = 16;

/**
 * The payload as `[path, text]` pairs in the order met. Null and absent read as the empty string.
 * @throws RangeError when the payload nests deeper than 16 levels.
 */
export function flatten(payload: unknown): [path: string, text: string][] {
  const pairs: [string, string][] = [];
  collect(payload, '', 0, pairs);
  return pairs;
}

function collect(value: unknown, path: string, depth: number, pairs: [string, string][]): void {
  if (depth > MAX_DEPTH)
    throw new RangeError(`The payload nests deeper than ${MAX_DEPTH} levels at ${path}.`);
  if (value === null || typeof value !== 'object') {
    if (path !== '') pairs.push([path, value === null || value === undefined ? '' : String(value)]);
    return;
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) collect(value[i], `${path}[${i}]`, depth + 1, pairs);
    return;
  }
  for (const key of Object.keys(value)) {
    collect((value as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`, depth + 1, pairs);
  }
}
