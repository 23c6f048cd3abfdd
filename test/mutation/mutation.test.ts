import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAccepted } from './accepted.ts';
import { changedLines, readDiff } from './changedLines.ts';
import { type Mutant, nameOf, numbered } from './mutant.ts';
import { filesOf } from './prepare.ts';
import { staleEntries } from './stale.ts';
import { targets } from './targets.ts';

describe('accepted.json', () => {
  const accepted = readAccepted();

  it('names mutants that there are, each with its reason', async () => {
    const gone = accepted.filter(({ file }) => !existsSync(file));
    expect(gone).toEqual([]);
    expect(await staleEntries(accepted)).toEqual([]);
  });

  it('says of an entry whose code has changed that it is stale', async () => {
    const [first] = accepted;
    if (first === undefined) return;
    expect(await staleEntries([{ ...first, from: 'what was there before' }])).toHaveLength(1);
  });
});

it('a mutant keeps its name when lines above it change; those of one text in one function are numbered', () => {
  const one: Mutant = {
    id: '1',
    file: 'src/a.ts',
    line: 1,
    lastLine: 1,
    within: 'f',
    mutator: 'StringLiteral',
    from: "''",
    to: '"x"',
  };
  const [first, second] = numbered([one, { ...one, id: '2', line: 9 }]) as [Mutant, Mutant];
  expect(nameOf(first)).toBe(nameOf({ ...one, line: 5 } as Mutant));
  expect(second.nth).toBe(2);
  expect(nameOf(second)).not.toBe(nameOf(first));
});

it('reads of a diff which lines are new', () => {
  const diff = [
    'diff --git a/src/a.ts b/src/a.ts',
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -3,2 +3 @@ function f() {',
    '-old',
    '-old',
    '+new',
    '@@ -10,0 +10,2 @@',
    '+new',
    '+new',
    '@@ -20 +21,0 @@',
    '-old',
    '--- a/src/gone.ts',
    '+++ /dev/null',
  ].join('\n');
  expect([...readDiff(diff)]).toEqual([['src/a.ts', new Set([3, 10, 11])]]);
});

it('a commit that git does not know is no failure', () => {
  expect(changedLines('no-such-commit')).toBeNull();
});

it.each(targets)('$name has sources, and tests that exist', (target) => {
  const files = filesOf(target);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
