import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { withoutIds } from '../../src/build/withoutIds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const typesOf = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === 'object' ? [entry.types] : [],
);

describe('the types of the package', () => {
  it('are one file for each entry, and no other', () => {
    expect(typesOf.length).toBeGreaterThan(8);
    const shipped = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(
      shipped
        .filter((file) => file.endsWith('.d.ts'))
        .map((file) => `./dist/${file}`)
        .sort(),
    ).toEqual([...typesOf].sort());
  });

  for (const file of typesOf) {
    const text = readFileSync(join(root, file), 'utf8');

    it(`${file} imports nothing but Node's types and declared packages`, () => {
      const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
      // Whoever names a framework's typings has the framework.
      const framework = /types\/(\w+)\.d\.ts$/.exec(file)?.[1];
      if (framework) declared.push(manifest.name, framework);
      const imported = [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*['"]([^'"]+)['"]/g)].map(
        ([, name]) => name,
      );
      expect(
        imported.filter(
          (name = '') =>
            !name.startsWith('node:') &&
            !declared.some((known) => name === known || name.startsWith(`${known}/`)),
        ),
      ).toEqual([]);
    });

    it(`${file} names none of our numbers`, () => {
      const lines = text.split('\n').filter((line) => /\b[STFGNDM]\d{1,3}[a-z]?\b/.test(line));
      expect(lines).toEqual([]);
    });

    it(`${file} has whole sentences`, () => {
      // What a careless cut leaves: a space before a full stop, empty brackets, a comment that begins with a comma.
      const broken = / [.,;)]( |$)| \(\)(?! =>)|,[.)]|\/\*\* [.,;:)]/;
      expect(text.split('\n').filter((line) => /^\s*\/?\*/.test(line) && broken.test(line))).toEqual([]);
    });
  }

  it.each([
    ['/** The address lives two minutes (S141). */', '/** The address lives two minutes. */'],
    ['/** What a customer may do (S13, S136–S142), and when. */', '/** What a customer may do, and when. */'],
    ['/**\n * A long line\n * (S13). Next.\n */', '/**\n * A long line. Next.\n */'],
    ['/** To cards (`ORIGINALCREDIT`, S8): any. */', '/** To cards (`ORIGINALCREDIT`): any. */'],
    ['/** N10: the query. */', '/** The query. */'],
    ['/** N8, N13: `capture` is unset. */', '/** `capture` is unset. */'],
    ['type A = {\n    /** G14 */\n    a: 1;\n};', 'type A = {\n    a: 1;\n};'],
    ['type A<T> = B<T>; // (T)', 'type A<T> = B<T>; // (T)'],
  ])('%j is read as %j', (ours, theirs) => {
    expect(withoutIds(ours)).toBe(theirs);
  });
});
