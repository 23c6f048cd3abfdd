import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LONGEST_TEST_MS } from './bounds.ts';
import { ledger } from './ledger.ts';
import type { Mutant } from './mutant.ts';

/** What each test tries, by the test's name. */
type Plan = ReadonlyMap<string, readonly string[]>;

const fileOf = (folder: string) => join(folder, 'plan.json');

/** `null`: there is none, and each test tries all that it passes. */
export function readPlan(folder: string): Plan | null {
  const file = fileOf(folder);
  return existsSync(file) ? new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')))) : null;
}

export function writePlan(folder: string, plan: Plan | null): void {
  if (plan === null) rmSync(fileOf(folder), { force: true });
  else writeFileSync(fileOf(folder), JSON.stringify(Object.fromEntries(plan)));
}

/**
 * For each of the mutants the tests that are the likeliest to kill it: of the files that have killed most in its source file,
 * then of the file of its name, of its folder, of the others in their order; what passes few mutants comes before what passes many.
 *
 * @param most so many tests for a mutant, those that it has lived through included.
 * @param order of the test files.
 * @param mostMs more than that many tests, as long as all of them fit into this time of a processor.
 */
export function nearestTests(
  folder: string,
  mutants: readonly Mutant[],
  most: number,
  order: (file: string) => number,
  mostMs = 0,
): Plan {
  const tests = ledger.read(folder, 'tried').filter(({ ms }) => ms <= LONGEST_TEST_MS);
  const passing = new Map<string, (typeof tests)[number][]>();
  for (const test of tests) {
    for (const id of test.passes) passing.set(id, [...(passing.get(id) ?? []), test]);
  }
  const hasLived = new Set(
    ledger.read(folder, 'lived').flatMap(({ test, ids }) => ids.map((id) => `${id} ${test}`)),
  );
  const kills = killsOf(folder);
  const plan = new Map<string, string[]>();
  for (const { id, file } of mutants) {
    const placeOf = distances(file, order);
    const ranked = (passing.get(id) ?? []).map((test) => ({
      name: test.test,
      ms: test.ms,
      rank: [-(kills.get(`${file} ${test.file}`) ?? 0), ...placeOf(test.file), test.passes.length],
    }));
    ranked.sort((a, b) => compare(a.rank, b.rank));
    let usedMs = 0;
    for (const [at, { name, ms }] of ranked.entries()) {
      // To run a test that takes no time at all takes some.
      usedMs += ms + 1;
      if (at >= most && usedMs > mostMs) break;
      if (!hasLived.has(`${id} ${name}`)) plan.set(name, [...(plan.get(name) ?? []), id]);
    }
  }
  return plan;
}

/** How many mutants of a source file each test file has killed. */
function killsOf(folder: string): ReadonlyMap<string, number> {
  const { mutants } = JSON.parse(readFileSync(join(folder, 'mutants.json'), 'utf8')) as { mutants: Mutant[] };
  const sources = new Map(mutants.map(({ id, file }) => [id, file]));
  const kills = new Map<string, number>();
  for (const { id, by } of ledger.read(folder, 'killed')) {
    const name = `${sources.get(id)} ${by.split(' > ')[0]}`;
    kills.set(name, (kills.get(name) ?? 0) + 1);
  }
  return kills;
}

function distances(source: string, order: (file: string) => number): (test: string) => readonly number[] {
  return (test) => [distance(source, test), order(test)];
}

/** 0: the test has the source file's name, or the beginning of it; 1: it is of its folder; 2: of another. */
export function distance(source: string, test: string): 0 | 1 | 2 {
  const [name, itsName] = [stem(source), stem(test)];
  if (dirname(test) !== dirname(source).replace(/^src/, 'test')) return 2;
  return name.startsWith(itsName) || itsName.startsWith(name) ? 0 : 1;
}

const stem = (file: string) => basename(file).split('.')[0] ?? '';

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, index) => each !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
