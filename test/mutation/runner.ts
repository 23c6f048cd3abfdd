import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunnerTask, type RunnerTestCase, TestRunner } from 'vitest';
import { LONGEST_TEST_MS, MOST_TESTS } from './bounds.ts';
import { ledger } from './ledger.ts';
import type { Mutant } from './mutant.ts';
import { readPlan } from './nearestTests.ts';

/*
 * Runs in the test process, in one of three modes (`HPP_MUTATION_MODE`):
 *
 * - `look`: each test runs without a mutant: whose places does it pass?
 * - `together`: each test runs without a mutant, and then once for each of those that the plan names and that lives; without a
 *   plan, for each whose place it passes. After a kill it runs without one again: where it fails now, the mutant has left
 *   something behind, so the kill is not believed, and the rest of the file is left for a new process.
 * - `alone`: one mutant (`HPP_MUTANT`), on from the start (Stryker's environment variable); the tests that pass it, until one fails.
 */

const { HPP_MUTATION: folder = '', HPP_MUTATION_MODE: mode, HPP_MUTANT: only = '' } = process.env;
/** Stryker's switch (https://stryker-mutator.io/docs/mutation-testing-elements/mutant-states-and-metrics). */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}
const mutation: Switch = { mutantCoverage: { static: {}, perTest: {} } };
Object.assign(globalThis, { __stryker__: mutation });
// Tests replace the timers.
const { setTimeout, clearTimeout, setImmediate } = globalThis;

/** A loop that a mutant has made endless ends in an error. */
const ENDLESS_LOOP = 100_000;
/** A test may take this much longer than without a mutant before it counts as hanging, to be tried again alone. */
const PATIENCE = 10;
const PATIENCE_MS = 1_500;
/** What is passed with a mutant, or between tests, is not passed while the file is loaded. */
const AFTER_LOADING = 'after loading';
const HANGS = 'the test did not end';
/** Names the mutant that is being tried. What is still there when the next process begins has ended the one before, as by taking all memory. */
const trying = join(folder, 'trying');

class MutationRunner extends TestRunner {
  #chosen = new Set<string>();
  #killed = new Set<string>();
  #doubts = new Map<string, number>();
  /** How many tests each has lived through. */
  #lived = new Map<string, number>();
  /** What each test tries; `null`: all that it passes. */
  #plan: ReadonlyMap<string, readonly string[]> | null = null;
  /** What the test that runs has let live. */
  #livedHere: string[] = [];
  /** Tests that have tried all their mutants, in an earlier process; for a mutant alone, those that pass it. */
  #known = new Set<string>();
  #filesThatLoadIt = new Set<string>();
  /** Of the test that runs: what it still has to try, the last one first; `null`: it has not yet run without a mutant. */
  #todo: string[] | null = null;
  #passes: string[] = [];
  /** What it passed when it ran for the first time. */
  #atFirst: ReadonlySet<string> | null = null;
  /** What the file's tests have passed once only: what the handler loads with its first request is loaded then. */
  #onlyOnce = new Set<string>();
  #ms = 0;
  /** Of the clock. */
  #wallMs = 0;
  #begun = 0;
  #begunCpu = process.cpuUsage();
  /** What has just been killed, if the test still passes without it. */
  #suspect: { id: string; error: string } | null = null;
  /** No more tests of this file: one has failed for the mutant alone, or a mutant has left something behind. */
  #isOver = false;

  onBeforeRunFiles(): void {
    if (mode === 'alone') ledger.add(folder, 'started', { pid: process.pid });
    mutation.hitCount = 0;
    mutation.hitLimit = ENDLESS_LOOP;
    const mutants = JSON.parse(readFileSync(join(folder, 'mutants.json'), 'utf8')) as { mutants: Mutant[] };
    this.#chosen = new Set(mutants.mutants.map(({ id }) => id));
    const tried = ledger.read(folder, 'tried');
    if (mode === 'alone') {
      this.#known = new Set(tried.filter(({ passes }) => passes.includes(only)).map(({ test }) => test));
      const loaded = ledger.read(folder, 'loaded').filter(({ passes }) => passes.includes(only));
      this.#filesThatLoadIt = new Set(loaded.map(({ file }) => file));
      return;
    }
    this.#plan = mode === 'together' ? readPlan(folder) : null;
    this.#known = new Set(tried.map(({ test }) => test));
    for (const { passes } of tried) for (const id of passes) this.#live(id);
    for (const { id } of ledger.read(folder, 'killed')) this.#killed.add(id);
    for (const { id } of ledger.read(folder, 'doubtful')) this.#doubt(id);
    if (existsSync(trying)) {
      const id = readFileSync(trying, 'utf8');
      // Twice, so that it is tried alone and here no more.
      for (const why of ['its process ended', 'and is not to end again']) this.#note(id, why);
      rmSync(trying);
    }
    const late = (error: unknown) => {
      const { activeMutant: id } = mutation;
      if (id !== undefined) this.#note(id, `an error that nobody caught: ${error}`);
    };
    process.on('unhandledRejection', late);
    process.on('uncaughtException', late);
  }

  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(task);
    if (task.type !== 'test' || (task.mode !== 'run' && task.mode !== 'queued')) return;
    const name = nameOfTest(task);
    if (mode === 'alone') {
      const isWanted = this.#known.has(name) || this.#filesThatLoadIt.has(task.file.name);
      if (!isWanted || this.#isOver) task.mode = 'skip';
      return;
    }
    const isDone =
      this.#plan === null ? this.#known.has(name) : !this.#plan.get(name)?.some((id) => this.#isAlive(id));
    if (isDone || this.#isOver || task.fails) {
      task.mode = 'skip';
      return;
    }
    mutation.currentTestId = name;
    this.#todo = null;
    this.#livedHere = [];
    this.#atFirst = null;
    // A state that ends them is set when there is nothing left to try.
    task.repeats = Number.MAX_SAFE_INTEGER;
  }

  override onBeforeTryTask(task: RunnerTask): void {
    super.onBeforeTryTask(task);
    if (mode === 'alone') return;
    this.#begun = performance.now();
    this.#begunCpu = process.cpuUsage();
    mutation.activeMutant = this.#suspect === null ? this.#todo?.at(-1) : undefined;
    if (mutation.activeMutant !== undefined) writeFileSync(trying, mutation.activeMutant);
    mutation.hitCount = 0;
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (mode === 'alone' || this.#todo === null) {
      await run();
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(HANGS)), this.#wallMs * PATIENCE + PATIENCE_MS);
    });
    try {
      await Promise.race([run(), tooLong]);
      // Its unhandled rejections are told before the next mutant is on.
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      clearTimeout(timer);
    }
  }

  onAfterRetryTask(test: RunnerTestCase): void {
    const { result } = test;
    if (result === undefined) return;
    const failed = result.state === 'fail';
    if (mode === 'alone') {
      this.#isOver ||= failed;
      return;
    }
    const error = String(result.errors?.[0]?.message ?? '').slice(0, 200);
    delete result.errors;
    result.state = 'pass';
    if (this.#todo === null && this.#isFirst(test, failed)) return;
    if (this.#todo === null) this.#begin(test, failed);
    else if (this.#suspect !== null) this.#judge(this.#suspect, failed, test);
    else this.#afterMutant(this.#todo, failed, error, test);
    this.#todo = this.#todo?.filter((id) => this.#isAlive(id)) ?? [];
    if (!this.#isOver && (this.#todo.length > 0 || this.#suspect !== null)) return;
    result.state = 'skip';
    mutation.currentTestId = AFTER_LOADING;
    mutation.activeMutant = undefined;
    const name = nameOfTest(test);
    if (this.#plan !== null) ledger.add(folder, 'lived', { test: name, ids: this.#livedHere });
    else if (!this.#isOver)
      ledger.add(folder, 'tried', { file: test.file.name, test: name, ms: this.#ms, passes: this.#passes });
  }

  /** It runs twice without a mutant, where it passes any: only then its time and its places are those of each further run. Long ones once. */
  #isFirst(test: RunnerTestCase, failed: boolean): boolean {
    const passes = this.#hits(test);
    const isLong = this.#cpuMs() > LONGEST_TEST_MS * 4;
    if (this.#atFirst !== null || failed || isLong || passes.length === 0) return false;
    this.#atFirst = new Set(passes);
    delete mutation.mutantCoverage.perTest[nameOfTest(test)];
    return true;
  }

  #cpuMs(): number {
    const { user, system } = process.cpuUsage(this.#begunCpu);
    return Math.round((user + system) / 1_000);
  }

  #hits(test: RunnerTestCase): string[] {
    const hits = Object.keys(mutation.mutantCoverage.perTest[nameOfTest(test)] ?? {});
    return hits.filter((id) => this.#chosen.has(id));
  }

  /** It has run without a mutant. */
  #begin(test: RunnerTestCase, failed: boolean): void {
    this.#wallMs = performance.now() - this.#begun;
    this.#ms = this.#cpuMs();
    this.#passes = failed ? [] : this.#hits(test);
    for (const id of this.#atFirst ?? []) if (!this.#passes.includes(id)) this.#onlyOnce.add(id);
    const isTried = mode === 'together' && !failed && this.#ms <= LONGEST_TEST_MS;
    this.#todo = isTried ? [...(this.#plan?.get(nameOfTest(test)) ?? this.#passes)] : [];
    mutation.currentTestId = AFTER_LOADING;
  }

  #afterMutant(todo: string[], failed: boolean, error: string, test: RunnerTestCase): void {
    const id = todo.pop() ?? '';
    mutation.activeMutant = undefined;
    if (!failed) this.#live(id);
    else if (error === HANGS || error.includes('timed out')) this.#note(id, HANGS, test);
    else this.#suspect = { id, error };
  }

  #judge({ id, error }: { id: string; error: string }, failed: boolean, test: RunnerTestCase): void {
    this.#suspect = null;
    this.#isOver = failed;
    if (failed) {
      this.#note(id, `it left something behind: ${error}`, test);
      // So that a new process goes past it.
      this.#note(id, 'and the file was run again', test);
      return;
    }
    this.#killed.add(id);
    ledger.add(folder, 'killed', { id, by: nameOfTest(test), how: 'failed', error });
  }

  #isAlive(id: string): boolean {
    // Two doubts are enough: where tests hang, more would cost minutes.
    const isDoubtful = (this.#doubts.get(id) ?? 0) >= 2;
    const hasLived = this.#plan === null && (this.#lived.get(id) ?? 0) >= MOST_TESTS;
    return !this.#killed.has(id) && !isDoubtful && !hasLived;
  }

  #live(id: string): void {
    this.#lived.set(id, (this.#lived.get(id) ?? 0) + 1);
    this.#livedHere.push(id);
  }

  #note(id: string, why: string, test?: RunnerTestCase): void {
    this.#doubt(id);
    ledger.add(folder, 'doubtful', { id, file: test?.file.name ?? '', why });
  }

  #doubt(id: string): void {
    this.#doubts.set(id, (this.#doubts.get(id) ?? 0) + 1);
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner['onAfterRunSuite']>[0]): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (mode === 'alone' || !('filepath' in suite)) return;
    rmSync(trying, { force: true });
    if (this.#isOver) return;
    const passes = [...Object.keys(mutation.mutantCoverage.static), ...this.#onlyOnce];
    ledger.add(folder, 'loaded', { file: suite.name, passes: passes.filter((id) => this.#chosen.has(id)) });
  }
}

// biome-ignore lint/style/noDefaultExport: vitest takes a runner by its default export
export { MutationRunner as default };

function nameOfTest(test: RunnerTestCase): string {
  return `${test.file.name} > ${test.fullTestName}`;
}
