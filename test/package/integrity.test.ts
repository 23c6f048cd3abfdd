import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { TAGS } from '../../src/view/language/loadTexts.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const read = (file: string) => readFileSync(join(dist, file));
const hash = (algorithm: string, file: string) => createHash(algorithm).update(read(file));
const { version, integrity } = JSON.parse(String(read('integrity.json')));

describe('the files of the script tag', () => {
  const scripts = readdirSync(dist).filter((file) => /^hpp-checkout.*\.js$/.test(file));
  const part = (name: string) => scripts.find((file) => file.startsWith(`hpp-checkout.${name}.`)) ?? '';
  const frame = part('frame');
  const dialog = part('dialog');
  const extras = part('extras');
  const resume = part('resume');
  const later = [part('diagnose'), ...TAGS.map(part)];

  it('are a button, a frame, a dialog, the extras and what they load, and integrity.json has the hash of each', () => {
    expect([...scripts].sort()).toEqual(['hpp-checkout.js', frame, dialog, extras, resume, ...later].sort());
    expect(version).toBe(manifest.version);
    expect(Object.keys(integrity).sort()).toEqual([...scripts].sort());
    for (const file of scripts) {
      const [, algorithm = ''] = /^(sha256|sha384|sha512)-/.exec(integrity[file]) ?? [];
      expect(integrity[file]).toBe(`${algorithm}-${hash(algorithm, file).digest('base64')}`);
    }
  });

  it.each([
    ['the button knows the frame', 'hpp-checkout.js', [frame]],
    ['the frame knows the dialog and the extras', frame, [dialog, extras]],
    ['the extras know the languages, the diagnosis and how to resume', extras, [...later, resume]],
  ])('each is named by its content, and %s by name and hash', (_, knowing, known) => {
    const text = String(read(knowing));
    for (const file of known) {
      const [, name = ''] = /^hpp-checkout\.[\w-]+\.([0-9A-Za-z]{10})\.js$/.exec(file) ?? [file];
      expect(hash('sha256', file).digest('base64')).toContain(name);
      expect(text).toContain(file);
      expect(text).toContain(integrity[file]);
    }
  });

  it('a language says that it is UTF-8, whatever the page is', () => {
    for (const tag of TAGS) expect([...read(part(tag)).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('the contract for other backends lies beside them', () => {
    expect(JSON.parse(String(read('checkout.openapi.json'))).openapi).toBe('3.1.0');
  });
});
