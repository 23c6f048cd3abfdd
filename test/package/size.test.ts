import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/**
 * The mean of sixteen hashes in place of the one of the file that is loaded next, where there is one: their letters are random,
 * so that one build is up to nine bytes larger or smaller than the same code with another hash in it.
 */
function brotli(file: string): number {
  const text = readFileSync(dist + file, 'utf8');
  if (text.match(/sha256-/g)?.length !== 1) return compressed(text);
  const hashes = Array.from({ length: 16 }, (_, i) => createHash('sha256').update(`${i}`).digest('base64'));
  const sizes = hashes.map((hash) => {
    const [name = ''] = /[0-9A-Za-z]{10}/.exec(hash) ?? [];
    return compressed(
      text.replace(/\.[0-9A-Za-z]{10}\.js/, `.${name}.js`).replace(/sha256-[\w+/]{43}=/, `sha256-${hash}`),
    );
  });
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
}

describe('what a customer loads, in bytes after brotli', () => {
  const button = 'hpp-checkout.js';
  const filesOf = (part: string) =>
    readdirSync(dist).filter((file) => new RegExp(`^hpp-checkout\\.${part}\\..*\\.js$`).test(file));
  const [frame, dialog] = [filesOf('frame'), filesOf('dialog')];

  it('there is one frame, and one dialog', () => {
    expect([frame.length, dialog.length]).toEqual([1, 1]);
  });

  it('the button, which every page view pays for, is at most 2,239', () => {
    expect(brotli(button)).toBeLessThanOrEqual(2_239);
  });

  it('all that must be here before the hosted page is asked for is at most 5,000', () => {
    expect(brotli(button) + brotli(frame[0] as string)).toBeLessThanOrEqual(5_000);
  });

  // Preact and signals-core alone are 5,600 of it, and @preact/signals with the hooks that it needs 1,790 more. The aim is
  // 19,000; what is gained is locked in here. Two files that stand alone compress worse than one, by some 700.
  it('all that an ordinary payment loads is at most 26,000', () => {
    const files = [button, frame[0] as string, dialog[0] as string];
    expect(files.reduce((sum, file) => sum + brotli(file), 0)).toBeLessThanOrEqual(26_000);
  });

  it.each([frame, dialog])('%s asks to be compiled while it arrives, in its first line', (file) => {
    const [first] = readFileSync(dist + file, 'utf8').split('\n');
    expect(first).toBe('\uFEFF//# allFunctionsCalledOnLoad');
  });

  it('a language is at most 2,000, the extras that find it 3,300', () => {
    for (const file of readdirSync(dist).filter((name) =>
      /^hpp-checkout\.(extras|[a-z]{2}(-\w+)?)\./.test(name),
    ))
      expect([file, brotli(file)]).toEqual([
        file,
        expect.toSatisfy((size: number) => size <= (file.includes('extras') ? 3_300 : 2_000)),
      ]);
  });

  it('no browser file carries a word of the server', () => {
    for (const file of [button, ...frame, ...dialog]) {
      expect(readFileSync(dist + file, 'utf8')).not.toMatch(
        /Authorization|clientSecret|signatureSecret|node:/,
      );
    }
  });
});
