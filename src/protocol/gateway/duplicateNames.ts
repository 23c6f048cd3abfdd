/**
 * Whether a JSON text names a field of one object twice (`json` is the text parsed). Parsers disagree on which of the two
 * counts, so a signature over one reading would vouch for another (T26).
 */
export function hasDuplicateNames(text: string, json: unknown): boolean {
  return namesInText(text) !== namesIn(json);
}

/** Strings with a colon behind them. The text is known to be JSON, so nothing else needs to be told apart. */
function namesInText(text: string): number {
  let names = 0;
  for (let open = text.indexOf('"'); open !== -1; ) {
    let close = text.indexOf('"', open + 1);
    while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
    let next = close + 1;
    while (text.charCodeAt(next) <= 32) next++;
    if (text.charCodeAt(next) === 58) names++;
    open = text.indexOf('"', next);
  }
  return names;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 92) slashes++;
  return slashes % 2 === 1;
}

function namesIn(json: unknown): number {
  if (json === null || typeof json !== 'object') return 0;
  const values = Object.values(json);
  let names = Array.isArray(json) ? 0 : values.length;
  for (const value of values) names += namesIn(value);
  return names;
}
