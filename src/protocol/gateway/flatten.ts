const MAX_DEPTH = 16;

/**
 * The payload's leaves in the order met: where each stands, and its text. Null and absent read as the empty string.
 * @throws RangeError when the payload nests deeper than 16 levels.
 */
export function flatPairs(payload: unknown): [path: string, text: string][] {
  const pairs: [path: string, text: string][] = [];
  collect(payload, '', 0);
  return pairs;

  function collect(value: unknown, path: string, depth: number): void {
    if (depth > MAX_DEPTH)
      throw new RangeError(`The payload nests deeper than ${MAX_DEPTH} levels at ${path}.`);
    if (value === null || typeof value !== 'object') {
      if (path !== '') pairs.push([path, value === null || value === undefined ? '' : String(value)]);
    } else if (Array.isArray(value)) {
      value.forEach((item, i) => {
        collect(item, `${path}[${i}]`, depth + 1);
      });
    } else {
      for (const [key, item] of Object.entries(value))
        collect(item, path === '' ? key : `${path}.${key}`, depth + 1);
    }
  }
}
