import { accept, type Parsed, refuse } from '../../protocol/page/parsed.ts';

const MAX_DEPTH = 8;
/** The reason for a text that is no JSON at all. */
export const NOT_JSON = 'The body is not JSON.';
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * JSON from a browser. Depth is counted before anything is built, and keys that reach a prototype are refused (T21, T44).
 * The reason says what was wrong, never what was sent.
 */
export function parseJson(bytes: Uint8Array): Parsed<unknown> {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return refuse('The body is not UTF-8.');
  }
  if (depthOf(text) > MAX_DEPTH) return refuse(`The body nests deeper than ${MAX_DEPTH} levels.`);
  try {
    let hostile = false;
    const value: unknown = JSON.parse(text, function (this: unknown, key, item) {
      if (key === '__proto__' || (key === 'prototype' && !Array.isArray(this))) hostile = true;
      return item;
    });
    return hostile ? refuse('The body has a key that reaches a prototype.') : accept(value);
  } catch {
    return refuse(NOT_JSON);
  }
}

/** Deepest level of brackets outside strings; linear, without recursion. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return deepest;
}
