const MAX_DEPTH = 16;

/** The leaves of a payload in the order met: where each stands, and its text. */
export interface FlatPayload {
  paths: string[];
  texts: string[];
}

/**
 * The payload's leaves. Null and absent read as the empty string.
 * @throws RangeError when the payload nests deeper than 16 levels.
 */
export function flatten(payload: unknown): FlatPayload {
  const flat: FlatPayload = { paths: [], texts: [] };
  collect(payload, '', 0, flat);
  return flat;
}

/** The same as pairs. @throws RangeError as `flatten` */
export function flatPairs(payload: unknown): [path: string, text: string][] {
  const { paths, texts } = flatten(payload);
  return paths.map((path, i) => [path, texts[i] as string]);
}

function collect(value: unknown, path: string, depth: number, flat: FlatPayload): void {
  if (depth > MAX_DEPTH)
    throw new RangeError(`The payload nests deeper than ${MAX_DEPTH} levels at ${path}.`);
  if (value === null || typeof value !== 'object') {
    if (path === '') return;
    flat.paths.push(path);
    flat.texts.push(value === null || value === undefined ? '' : String(value));
    return;
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) collect(value[i], `${path}[${i}]`, depth + 1, flat);
    return;
  }
  for (const key of Object.keys(value)) {
    collect((value as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`, depth + 1, flat);
  }
}
