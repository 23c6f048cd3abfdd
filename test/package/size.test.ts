import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/**
 * The file as it was built, and sixteen others that have other hashes of the files that it loads: their letters are random, so
 * that one build is up to nine bytes larger or smaller than the same code with another hash in it.
 */
function sizesOf(file: string): number[] {
  const text = readFileSync(dist + file, 'utf8');
  if (!text.includes('sha256-')) return [compressed(text)];
  const withOthers = (which: number) => {
    let at = which;
    return text.replace(/\.[0-9A-Za-z]{10}(\.js","sha256-)[\w+/]{43}=/g, (_, between: string) => {
      const hash = createHash('sha256').update(`${at}`).digest('base64');
      at += 16;
      return `.${/[0-9A-Za-z]{10}/.exec(hash)?.[0]}${between}${hash}`;
    });
  };
  return [text, ...Array.from({ length: 16 }, (_, which) => withOthers(which))].map(compressed);
}
/** For what is loaded with other files: the sum should not depend on chance. */
function brotli(file: string): number {
  const sizes = sizesOf(file);
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

  it('the button, which every page view pays for, is at most 2,239, whatever hash it carries', () => {
    expect(Math.max(...sizesOf(button))).toBeLessThanOrEqual(2_239);
  });

  it('all that must be here before the hosted page is asked for is at most 5,000', () => {
    expect(brotli(button) + brotli(frame[0] as string)).toBeLessThanOrEqual(5_000);
  });

  // Preact and signals-core alone are 5,600 of it, and @preact/signals with the hooks that it needs 1,790 more. The aim is
  // 19,000; what is gained is locked in here, and the shop's header, the order and the endings took 2,500. Two files that stand alone compress worse than one, by some 700. It is some 28,990 today, of which 140 are to see that a page has come which fires no `load` and to keep a session that is left untold, 60 are for a shop's popups and disabled buttons, 120 are for long names and sums on small phones, and for notices that read better, 60 for a voucher's number with no clock beside it, a slow page in the dark and a long sum beside a name, and 110 for names that a page hides, and Mantine: the same code swings by
  // 40 with the short names it gets, and the rest is room for what is right but not short.
  it('all that an ordinary payment loads is at most 29,010', () => {
    const files = [button, frame[0] as string, dialog[0] as string];
    expect(files.reduce((sum, file) => sum + brotli(file), 0)).toBeLessThanOrEqual(29_010);
  });

  it('the dialog asks to be compiled while it arrives, in its first line', () => {
    const [first] = readFileSync(dist + dialog[0], 'utf8').split('\n');
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

  it('the README says as much', () => {
    const kilobytes = (size: number) => (size / 1_000).toFixed(size < 10_000 ? 1 : 0);
    const dialogSize = brotli(frame[0] as string) + brotli(dialog[0] as string);
    expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toContain(
      `The browser loads ${kilobytes(brotli(button))} KB with the page, and ${kilobytes(dialogSize)} KB more`,
    );
  });

  it('no browser file carries a word of the server', () => {
    for (const file of [button, ...frame, ...dialog]) {
      expect(readFileSync(dist + file, 'utf8')).not.toMatch(
        /Authorization|clientSecret|signatureSecret|node:/,
      );
    }
  });
});
