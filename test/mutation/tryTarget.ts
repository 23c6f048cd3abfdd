import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createVitest, type Vitest } from 'vitest/node';
import { FEW_MUTANTS, FIRST_TESTS, LONGEST_TEST_MS, MOST_MS, MOST_TESTS } from './bounds.ts';
import { type Kill, ledger } from './ledger.ts';
import type { Mutant } from './mutant.ts';
import { distance, nearestTests, readPlan, writePlan } from './nearestTests.ts';
import { neverTried, type Target } from './targets.ts';

const config = fileURLToPath(new URL('vite.config.ts', import.meta.url));
/** A file is loaded again so often after mutants that left something behind. */
const MOST_ROUNDS = 40;
/** For one mutant alone: so many files that pass it, the nearest first. */
const MOST_FILES = 6;
const ALONE_MS = 60_000;
const CLOSING_MS = 10_000;

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
  delete process.env.__STRYKER_ACTIVE_MUTANT__;
  const session: Session = { vitest: await start() };
  try {
    await together(session.vitest, folder, tests, mutants, isAccepted, log);
    process.env.HPP_MUTATION_MODE = 'alone';
    const living = livingMutants(folder, mutants).filter((mutant) => !isAccepted(mutant));
    const isDoubtful = doubtIn(folder);
    for (const { id } of living) if (!isDoubtful(id)) ledger.add(folder, 'survived', { id });
    const left = living.filter(({ id }) => isDoubtful(id));
    log(`${left.length} are tried alone`);
    for (const [at, mutant] of left.entries()) {
      await alone(session, folder, mutant);
      if (at % 20 === 19) log(`${at + 1} of ${left.length} tried alone`);
    }
  } finally {
    await within(CLOSING_MS, session.vitest.close());
  }
}

function start(): Promise<Vitest> {
  return createVitest('test', { config, watch: false }, {}, { stdout: process.stderr });
}

/** All mutants in one process for each test file; many of them first with their nearest tests, and then with those farther off. */
async function together(
  vitest: Vitest,
  folder: string,
  tests: readonly string[],
  mutants: readonly Mutant[],
  isAccepted: (mutant: Mutant) => boolean,
  log: (line: string) => void,
): Promise<void> {
  const found = await vitest.globTestSpecifications([...tests]);
  const specs = found.filter(({ moduleId }) => !neverTried.some((test) => moduleId.includes(test)));
  const order = (file: string) => tests.findIndex((test) => file.includes(test));
  specs.sort((a, b) => order(a.moduleId) - order(b.moduleId));
  const ended = (moduleId: string) =>
    ledger.read(folder, 'loaded').filter(({ file }) => moduleId.endsWith(file)).length;
  const runUntilEnded = async (spec: (typeof specs)[number]) => {
    const before = ended(spec.moduleId);
    for (let round = 0; round < MOST_ROUNDS && ended(spec.moduleId) === before; round++) {
      await vitest.runTestSpecifications([spec]);
    }
  };

  const isPlanned = mutants.length > FEW_MUTANTS;
  process.env.HPP_MUTATION_MODE = isPlanned ? 'look' : 'together';
  writePlan(folder, null);
  for (const spec of specs) {
    if (ended(spec.moduleId) > 0) continue;
    await runUntilEnded(spec);
    log(`${isPlanned ? 'looked at' : told(folder)} ${spec.moduleId.split('/test/')[1]}`);
  }
  if (!isPlanned) return;

  process.env.HPP_MUTATION_MODE = 'together';
  for (const [most, mostMs] of [
    [FIRST_TESTS, 0],
    [MOST_TESTS, MOST_MS],
  ] as const) {
    const living = livingMutants(folder, mutants).filter((mutant) => !isAccepted(mutant));
    writePlan(folder, nearestTests(folder, living, most, order, mostMs));
    const names = [...(readPlan(folder)?.keys() ?? [])];
    // What a test of a millisecond kills need not be tried on one of a hundred.
    const meanMs = meanMsOf(folder);
    specs.sort((a, b) => meanMs(a.moduleId) - meanMs(b.moduleId));
    for (const spec of specs) {
      if (!names.some((name) => spec.moduleId.endsWith(name.split(' > ')[0] ?? ''))) continue;
      await runUntilEnded(spec);
      log(
        `${told(folder)} ${spec.moduleId.split('/test/')[1]}, ${most} tests${mostMs > 0 ? ' and more' : ''} for each`,
      );
    }
  }
}

/** What a test of a file takes. */
function meanMsOf(folder: string): (moduleId: string) => number {
  const all = ledger.read(folder, 'tried');
  return (moduleId) => {
    const times = all.filter(({ file }) => moduleId.endsWith(file)).map(({ ms }) => ms);
    return times.reduce((sum, ms) => sum + ms, 0) / Math.max(1, times.length);
  };
}

function told(folder: string): string {
  return `${ledger.read(folder, 'killed').length} killed after`;
}

/**
 * Whether a mutant has to be tried alone: something hung, came late or was left behind; or few tests could be run with it, and
 * others pass it that take too long to be run with many, or pass it while the file is loaded. What has lived quietly, each test
 * in full, lives in a process of its own, too.
 */
function doubtIn(folder: string): (id: string) => boolean {
  const doubtful = new Set(ledger.read(folder, 'doubtful').map(({ id }) => id));
  const others = new Set(ledger.read(folder, 'loaded').flatMap(({ passes }) => passes));
  const counts = new Map<string, number>();
  for (const { ms, passes } of ledger.read(folder, 'tried')) {
    for (const id of passes) {
      if (ms > LONGEST_TEST_MS) others.add(id);
      else counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return (id) => doubtful.has(id) || (others.has(id) && (counts.get(id) ?? 0) < FIRST_TESTS);
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

interface Session {
  vitest: Vitest;
}

type Failure = Pick<Kill, 'how' | 'error'>;

/** One mutant in processes of its own. Where the file fails without it too, or is too slow, the kill is not believed. */
async function alone(session: Session, folder: string, { id, file }: Mutant): Promise<void> {
  process.env.HPP_MUTANT = id;
  for (const test of testsFor(folder, id, file)) {
    process.env.__STRYKER_ACTIVE_MUTANT__ = id;
    const failure = await runAlone(session, folder, test);
    if (failure === null) continue;
    delete process.env.__STRYKER_ACTIVE_MUTANT__;
    if ((await runAlone(session, folder, test)) !== null) continue;
    ledger.add(folder, 'killed', { id, by: test, ...failure });
    return;
  }
  ledger.add(folder, 'survived', { id });
}

async function runAlone(session: Session, folder: string, test: string): Promise<Failure | null> {
  const { vitest } = session;
  const specs = (await vitest.globTestSpecifications([test])).slice(0, 1);
  const result = await within(ALONE_MS, vitest.runTestSpecifications(specs));
  if (result === null) {
    killLast(folder);
    await within(CLOSING_MS, vitest.close());
    session.vitest = await start();
    return { how: 'hung', error: 'the process did not end' };
  }
  const failed = result.testModules.find((module) => !module.ok());
  if (failed === undefined && result.unhandledErrors.length === 0) return null;
  const error = [...(failed?.children.allTests('failed') ?? [])][0]?.result().errors?.[0]?.message ?? '';
  return { how: error.includes('timed out') ? 'hung' : 'failed', error: error.slice(0, 200) };
}

/** `null` when the time is over. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
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

/** Test files that pass the mutant: those that raised a doubt first, then the one of its own name, those of its own folder, the quickest. */
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
  const rank = (name: string) => (doubted.has(name) ? -1 : distance(file, name));
  return [...ms.keys()]
    .sort((a, b) => rank(a) - rank(b) || (ms.get(a) ?? 0) - (ms.get(b) ?? 0))
    .slice(0, MOST_FILES);
}

/** Forgets what a run knew, but for what it has killed. */
export function forgetSurvivors(folder: string): void {
  for (const kind of ['tried', 'loaded', 'lived', 'doubtful', 'survived'])
    rmSync(`${folder}/${kind}.jsonl`, { force: true });
}
