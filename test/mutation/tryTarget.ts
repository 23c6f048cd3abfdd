import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createVitest, type Vitest } from 'vitest/node';
import { LONGEST_TEST_MS, MOST_TESTS } from './bounds.ts';
import { ledger } from './ledger.ts';
import type { Mutant } from './mutant.ts';
import type { Target } from './targets.ts';

const config = fileURLToPath(new URL('vite.config.ts', import.meta.url));
/** A file is loaded again so often after mutants that left something behind. */
const MOST_ROUNDS = 40;
/** For one mutant alone: so many files that pass it, the quickest first. */
const MOST_FILES = 12;
const ALONE_MS = 60_000;

/** Tries all mutants of a target. What is found stands in the folder's ledger. */
export async function tryTarget(
  { project, tests }: Target,
  folder: string,
  mutants: readonly Mutant[],
  isAccepted: (mutant: Mutant) => boolean,
  log: (line: string) => void,
): Promise<void> {
  process.env.HPP_MUTATION = folder;
  process.env.HPP_MUTATION_PROJECT = project;
  process.env.HPP_MUTATION_MODE = 'together';
  delete process.env.__STRYKER_ACTIVE_MUTANT__;
  let vitest = await start();
  try {
    await together(vitest, folder, tests, log);
    process.env.HPP_MUTATION_MODE = 'alone';
    const living = livingMutants(folder, mutants).filter((mutant) => !isAccepted(mutant));
    const isDoubtful = doubtIn(folder);
    for (const { id } of living) if (!isDoubtful(id)) ledger.add(folder, 'survived', { id });
    const left = living.filter(({ id }) => isDoubtful(id));
    log(`${left.length} are tried alone`);
    for (const [at, mutant] of left.entries()) {
      const isStuck = (await alone(vitest, folder, mutant)) === 'stuck';
      if (isStuck) {
        await vitest.close();
        vitest = await start();
      }
      if (at % 20 === 19) log(`${at + 1} of ${left.length} tried alone`);
    }
  } finally {
    await vitest.close();
  }
}

function start(): Promise<Vitest> {
  return createVitest('test', { config, watch: false }, {}, { stdout: process.stderr });
}

async function together(
  vitest: Vitest,
  folder: string,
  tests: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  const specs = await vitest.globTestSpecifications([...tests]);
  const order = ({ moduleId }: (typeof specs)[number]) => tests.findIndex((test) => moduleId.includes(test));
  specs.sort((a, b) => order(a) - order(b));
  for (const spec of specs) {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const isDone = () => ledger.read(folder, 'loaded').some(({ file }) => spec.moduleId.endsWith(file));
      if (isDone()) break;
      await vitest.runTestSpecifications([spec]);
    }
    log(`${ledger.read(folder, 'killed').length} killed after ${spec.moduleId.split('/test/')[1]}`);
  }
}

/**
 * Whether a mutant has to be tried alone: a test that passes it has not been run with it, or only after the file was loaded. What
 * has lived through all its tests, quietly and each in full, lives in a process of its own, too.
 */
function doubtIn(folder: string): (id: string) => boolean {
  const doubtful = new Set(
    [
      ...ledger.read(folder, 'doubtful').map(({ id }) => [id]),
      ...ledger.read(folder, 'loaded').map(({ passes }) => passes),
    ].flat(),
  );
  const tests = new Map<string, number>();
  for (const { ms, passes } of ledger.read(folder, 'tried')) {
    for (const id of passes) {
      const count = (tests.get(id) ?? 0) + 1;
      tests.set(id, count);
      if (ms > LONGEST_TEST_MS || count > MOST_TESTS) doubtful.add(id);
    }
  }
  return (id) => doubtful.has(id);
}

/** Those that nothing has killed, and that some test passes. */
function livingMutants(folder: string, mutants: readonly Mutant[]): Mutant[] {
  const known = new Set(
    [...ledger.read(folder, 'killed'), ...ledger.read(folder, 'survived')].map(({ id }) => id),
  );
  const passed = new Set(
    [...ledger.read(folder, 'tried'), ...ledger.read(folder, 'loaded')].flatMap(({ passes }) => passes),
  );
  return mutants.filter(({ id }) => passed.has(id) && !known.has(id));
}

/** One mutant in processes of its own. */
async function alone(vitest: Vitest, folder: string, { id, file }: Mutant): Promise<'done' | 'stuck'> {
  process.env.__STRYKER_ACTIVE_MUTANT__ = id;
  const deadline = Date.now() + ALONE_MS;
  for (const test of testsFor(folder, id, file)) {
    const specs = (await vitest.globTestSpecifications([test])).slice(0, 1);
    const result = await Promise.race([
      vitest.runTestSpecifications(specs),
      new Promise<null>((resolve) => setTimeout(resolve, deadline - Date.now(), null).unref()),
    ]);
    if (result === null) {
      ledger.add(folder, 'killed', { id, by: test, how: 'hung', error: 'the process did not end' });
      killLast(folder);
      return 'stuck';
    }
    const failed = result.testModules.find((module) => !module.ok());
    if (failed === undefined && result.unhandledErrors.length === 0) continue;
    const error = [...(failed?.children.allTests('failed') ?? [])][0]?.result().errors?.[0]?.message ?? '';
    const how = error.includes('timed out') ? 'hung' : 'failed';
    ledger.add(folder, 'killed', { id, by: test, how, error: error.slice(0, 200) });
    return 'done';
  }
  ledger.add(folder, 'survived', { id });
  return 'done';
}

/** An endless loop hears nothing: to close vitest would wait for it forever. */
function killLast(folder: string): void {
  const last = ledger.read(folder, 'started').at(-1);
  if (last === undefined) return;
  try {
    process.kill(last.pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}

/** Test files that pass the mutant: those of its own folder first, then those that raised a doubt, then the quickest. */
function testsFor(folder: string, id: string, file: string): readonly string[] {
  const ms = new Map<string, number>();
  for (const tried of ledger.read(folder, 'tried')) {
    if (tried.passes.includes(id)) ms.set(tried.file, (ms.get(tried.file) ?? 0) + tried.ms);
  }
  for (const loaded of ledger.read(folder, 'loaded')) {
    if (loaded.passes.includes(id) && !ms.has(loaded.file)) ms.set(loaded.file, 0);
  }
  const doubted = new Set(
    ledger
      .read(folder, 'doubtful')
      .filter((doubt) => doubt.id === id)
      .map((doubt) => doubt.file),
  );
  const ownFolder = file.replace(/^src/, 'test').replace(/[^/]+$/, '');
  const rank = (name: string) => (doubted.has(name) ? 0 : name.startsWith(ownFolder) ? 1 : 2);
  return [...ms.keys()]
    .sort((a, b) => rank(a) - rank(b) || (ms.get(a) ?? 0) - (ms.get(b) ?? 0))
    .slice(0, MOST_FILES);
}

/** Forgets what a run knew, but for what it has killed. */
export function forgetSurvivors(folder: string): void {
  for (const kind of ['tried', 'loaded', 'doubtful', 'survived'])
    rmSync(`${folder}/${kind}.jsonl`, { force: true });
}
