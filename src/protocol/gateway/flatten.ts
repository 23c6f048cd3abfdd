const MAX_DEPTH = 16;

/**
 * The payload's leaves in the order met: where each stands, and its text. Null and absent read as the empty string.
 * @throws RangeError when the payload nests deeper than 16 levels.
 */
export function flatPairs(payload: unknown): [path: string, text: string][] {
  return leaves(payload, '', 0);
}

function leaves(value: unknown, path: string, depth: number): [path: string, text: string][] {
  if (depth > MAX_DEPTH)
    throw new RangeError(`The payload nests deeper than ${MAX_DEPTH} levels at ${path}.`);
  if (value === null || typeof value !== 'object') {
    return path === '' ? [] : [[path, value === null || value === undefined ? '' : String(value)]];
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => leaves(item, `${path}[${i}]`, depth + 1));
  return Object.entries(value).flatMap(([key, item]) =>
    leaves(item, path === '' ? key : `${path}.${key}`, depth + 1),
  );
}
