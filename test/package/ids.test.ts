import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import { describeProfile } from '../../src/protocol/gateway/describeProfile.ts';
import { idsUsed, idsUsedIn } from '../support/facts/idsUsed.ts';
import { idsIn, KINDS, LISTS, listed } from '../support/facts/lists.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const facts = readFileSync(join(root, LISTS.S.file), 'utf8');

/** Numbers that were given, and mean nothing any more. */
const WITHDRAWN = ['F43'];

describe('a number in a comment, a test or a paper', () => {
  it('is a line of a list', () => {
    const known = new Set([
      ...KINDS.flatMap(listed),
      ...idsIn(facts, 'N'),
      ...idsIn(facts, 'G'),
      ...WITHDRAWN,
    ]);
    // `S87` names all of `S87a`, `S87b`, …
    for (const id of [...known]) known.add(id.replace(/[a-z]$/, ''));
    const used = idsUsed(root);
    expect(used.length).toBeGreaterThan(1_000);
    expect(used.filter(({ id }) => !known.has(id)).map(({ id, where }) => `${id} ${where}`)).toEqual([]);
  });

  it('is told from what only looks like one', () => {
    // Taken apart here, since this file is read too.
    expect(idsUsedIn(`(${'S'}999), ${'T'}88–${'T'}89: ${'S'}12e.`).join(' ')).toBe(
      ['S', '999 T', '88 T', '89 S', '12e'].join(''),
    );
    for (const other of ['d="M84 150h94"', 'T00:00:00Z', '#F12', 'a/S3/b', 'SHA256', '-S1-', 'S1000'])
      expect(idsUsedIn(other)).toEqual([]);
  });
});

describe('the points that the document leaves open', () => {
  it.each(describeProfile(defaultProfile).map((point) => [point.point, point] as const))(
    '%s stands in FACTS.md with its question and its settings',
    (id, { question, settings }) => {
      const row = facts.split('\n').find((line) => line.startsWith(`| ${id} |`)) ?? '';
      const [, , asked = '', byDefault = '', members = ''] = row.split('|').map((cell) => cell.trim());
      expect(asked.replaceAll('`', '')).toBe(question);
      expect(byDefault).not.toBe('');
      expect([...members.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(settings);
    },
  );

  it('are all that FACTS.md lists', () => {
    const points = describeProfile(defaultProfile).map(({ point }) => point);
    expect([...idsIn(facts, 'N'), ...idsIn(facts, 'G')]).toEqual(points);
  });
});

describe('a comment that names a browser or a runtime for what it does', () => {
  const NAMED = /(\/\/|^\s*\/?\*).*\b(Chromium|Chrome|Firefox|Safari|WebKit|Deno|Bun|Workers|iOS|Android)\b/;

  it('has a link beside it, by which somebody can tell when the workaround may go', () => {
    const src = join(root, 'src');
    const bare = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const lines = readFileSync(join(src, file), 'utf8').split('\n');
        return lines.flatMap((line, at) =>
          NAMED.test(line) &&
          !lines
            .slice(Math.max(0, at - 3), at + 5)
            .join()
            .includes('https://')
            ? [`${file}:${at + 1} ${line.trim()}`]
            : [],
        );
      });
    expect(bare).toEqual([]);
  });
});
