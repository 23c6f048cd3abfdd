import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const BROWSER_ENTRIES = ['index.js', 'element.js', 'react.js', 'return.js', 'hpp-checkout.js'];

/** The entry and every file it reaches by static or dynamic import. */
function reachable(entry: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const text = readFileSync(join(dist, entry), 'utf8');
  for (const [, file] of text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) {
    if (file !== undefined && readdirSync(dist).includes(file)) reachable(file, seen);
  }
  return seen;
}

/** Words of the other half. One of them in a browser file means that server code or a secret's name leaked into it. */
const SERVER_WORDS = [
  'Authorization',
  'clientSecret',
  'signatureSecret',
  'node:',
  'createHmac',
  'process.env',
  'require(',
];
/** What a page under a strict policy forbids, and what would make a forged message dangerous. */
const UNSAFE_WORDS = [
  'innerHTML',
  'insertAdjacentHTML',
  'document.write',
  'eval(',
  'new Function',
  "postMessage(e,'*')",
];

describe('built browser files', () => {
  const files = new Set(BROWSER_ENTRIES.flatMap((entry) => [...reachable(entry)]));
  for (const further of readdirSync(dist).filter((name) =>
    /^hpp-checkout\.(frame|dialog)\..*\.js$/.test(name),
  ))
    files.add(further);

  it('are the entries, their chunks, the frame and the dialog', () => {
    expect(files.size).toBeGreaterThan(BROWSER_ENTRIES.length);
  });

  for (const file of files) {
    const text = readFileSync(join(dist, file), 'utf8');
    it(`T15 ${file} holds no word of the server`, () => {
      expect(SERVER_WORDS.filter((word) => text.includes(word))).toEqual([]);
    });
    it(`${file} uses nothing that a strict policy forbids`, () => {
      // Preact, bundled here, can set it for a prop that we never pass; our own code is looked at in the npm chunk.
      const bundled = file.startsWith('hpp-checkout.dialog.') ? ['innerHTML'] : [];
      expect(UNSAFE_WORDS.filter((word) => text.includes(word) && !bundled.includes(word))).toEqual([]);
    });
    it(`${file} carries no source map reference to code it does not ship`, () => {
      if (file.startsWith('hpp-checkout')) expect(text).not.toContain('sourceMappingURL');
    });
  }
});
