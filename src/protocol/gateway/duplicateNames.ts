/**
 * Whether a JSON text names a field of one object twice (`json` is the text parsed). Parsers disagree on which of the two
 * counts, so a signature over one reading would vouch for another (T26).
 */
export function hasDuplicateNames(text: string, json: unknown): boolean {
  return namesInText(text) !== namesIn(json);
}

/** A string, and the colon behind it where it is a name. The text is known to be JSON, so nothing else needs to be told apart. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

function namesInText(text: string): number {
  let names = 0;
  for (const [, colon] of text.matchAll(STRING)) if (colon !== undefined) names++;
  return names;
}

function namesIn(json: unknown): number {
  if (json === null || typeof json !== 'object') return 0;
  const values = Object.values(json);
  let names = Array.isArray(json) ? 0 : values.length;
  for (const value of values) names += namesIn(value);
  return names;
}
