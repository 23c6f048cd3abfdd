import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAccepted } from './accepted.ts';
import { LONGEST_TEST_MS } from './bounds.ts';
import { changedLines, readDiff } from './changedLines.ts';
import { ledger } from './ledger.ts';
import { type Mutant, nameOf, numbered } from './mutant.ts';
import { nearestTests, readPlan, writePlan } from './nearestTests.ts';
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

describe('which tests a mutant is tried on', () => {
  const mutant = { id: '1', file: 'src/merchant/settle/judge.ts' } as Mutant;
  const other = { id: '2', file: 'src/merchant/settle/judge.ts' } as Mutant;

  function plan(most: number, fill: (folder: string) => void, mostMs = 0) {
    const folder = mkdtempSync(join(tmpdir(), 'plan-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'mutants.json'), JSON.stringify({ mutants: [mutant, other] }));
    for (const [file, name, ms, passes] of [
      ['test/merchant/http/everyRoute.test.ts', 'first', 5, ['1']],
      ['test/merchant/settle/fulfil.test.ts', 'in its folder', 5, ['1']],
      ['test/merchant/settle/judge.test.ts', 'passes more', 5, ['1', '2', '3']],
      ['test/merchant/settle/judge.test.ts', 'of its name', 5, ['1', '2']],
      ['test/merchant/settle/judge.test.ts', 'long', LONGEST_TEST_MS + 1, ['1']],
      ['test/merchant/settle/judge.test.ts', 'passes it not', 5, ['2']],
    ] as const) {
      ledger.add(folder, 'tried', { file, test: `${file} > ${name}`, ms, passes });
    }
    fill(folder);
    writePlan(
      folder,
      nearestTests(folder, [mutant], most, (file) => (file.includes('http') ? 0 : 1), mostMs),
    );
    const names = [...(readPlan(folder) ?? [])].map(([name, ids]) => [name.split(' > ')[1], ids]);
    writePlan(folder, null);
    expect(readPlan(folder)).toBeNull();
    return names;
  }

  it('the file of its name first, then its folder, then the rest; no long ones', () => {
    expect(plan(9, () => {})).toEqual([
      ['of its name', ['1']],
      ['passes more', ['1']],
      ['in its folder', ['1']],
      ['first', ['1']],
    ]);
    expect(plan(2, () => {}).map(([name]) => name)).toEqual(['of its name', 'passes more']);
  });

  it('and as many more as fit into a time', () => {
    // Each takes 5 ms, and 1 to be run.
    for (const [mostMs, count] of [
      [0, 1],
      [11, 1],
      [12, 2],
      [18, 3],
      [1_000, 4],
    ])
      expect(plan(1, () => {}, mostMs)).toHaveLength(count as number);
  });

  it('the file that has killed others of its source before all', () => {
    const by = 'test/merchant/http/everyRoute.test.ts > another';
    const kill = { id: '2', by, how: 'failed', error: '' } as const;
    expect(plan(1, (folder) => ledger.add(folder, 'killed', kill))).toEqual([['first', ['1']]]);
  });

  it('not again those that it has lived through', () => {
    const test = 'test/merchant/settle/judge.test.ts > of its name';
    expect(plan(2, (folder) => ledger.add(folder, 'lived', { test, ids: ['1'] }))).toEqual([
      ['passes more', ['1']],
    ]);
  });
});
