import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunnerTask, type RunnerTestCase, TestRunner } from 'vitest';
import { LONGEST_TEST_MS, MOST_TESTS } from './bounds.ts';
import { ledger } from './ledger.ts';
import type { Mutant } from './mutant.ts';

/*
 * Runs in the test process, in one of two modes (`HPP_MUTATION_MODE`):
 *
 * - `together`: each test runs without a mutant, which shows whose places it passes, and then once for each of those that
 *   lives. After a kill it runs without one again: where it fails now, the mutant has left something behind, so the kill is
 *   not believed, and the rest of the file is left for a new process.
 * - `alone`: one mutant, on from the start (Stryker's environment variable); the tests that pass it, until one fails.
 */

const {
  HPP_MUTATION: folder = '',
  HPP_MUTATION_MODE: mode,
  __STRYKER_ACTIVE_MUTANT__: only = '',
} = process.env;
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

class MutationRunner extends TestRunner {
  #chosen = new Set<string>();
  #killed = new Set<string>();
  #doubts = new Map<string, number>();
  /** How many tests each has lived through. */
  #lived = new Map<string, number>();
  /** Tests that have tried all their mutants, in an earlier process; for a mutant alone, those that pass it. */
  #known = new Set<string>();
  #filesThatLoadIt = new Set<string>();
  /** Of the test that runs: what it still has to try, the last one first; `null`: it has not yet run without a mutant. */
  #todo: string[] | null = null;
  #passes: string[] = [];
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
    this.#known = new Set(tried.map(({ test }) => test));
    for (const { passes } of tried) for (const id of passes) this.#live(id);
    for (const { id } of ledger.read(folder, 'killed')) this.#killed.add(id);
    for (const { id } of ledger.read(folder, 'doubtful')) this.#doubt(id);
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
    if (this.#known.has(name) || this.#isOver || task.fails) {
      task.mode = 'skip';
      return;
    }
    mutation.currentTestId = name;
    this.#todo = null;
    // A state that ends them is set when there is nothing left to try.
    task.repeats = Number.MAX_SAFE_INTEGER;
  }

  override onBeforeTryTask(task: RunnerTask): void {
    super.onBeforeTryTask(task);
    if (mode === 'alone') return;
    this.#begun = performance.now();
    this.#begunCpu = process.cpuUsage();
    mutation.activeMutant = this.#suspect === null ? this.#todo?.at(-1) : undefined;
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
    if (this.#todo === null) this.#begin(test, failed);
    else if (this.#suspect !== null) this.#judge(this.#suspect, failed, test);
    else this.#afterMutant(this.#todo, failed, error, test);
    this.#todo = this.#todo?.filter((id) => this.#isAlive(id)) ?? [];
    if (!this.#isOver && (this.#todo.length > 0 || this.#suspect !== null)) return;
    result.state = 'skip';
    mutation.currentTestId = AFTER_LOADING;
    mutation.activeMutant = undefined;
    if (this.#isOver) return;
    const name = nameOfTest(test);
    ledger.add(folder, 'tried', { file: test.file.name, test: name, ms: this.#ms, passes: this.#passes });
  }

  /** It has run without a mutant. */
  #begin(test: RunnerTestCase, failed: boolean): void {
    this.#wallMs = performance.now() - this.#begun;
    const { user, system } = process.cpuUsage(this.#begunCpu);
    this.#ms = Math.round((user + system) / 1_000);
    const hits = Object.keys(mutation.mutantCoverage.perTest[nameOfTest(test)] ?? {});
    this.#passes = failed ? [] : hits.filter((id) => this.#chosen.has(id));
    this.#todo = this.#ms > LONGEST_TEST_MS ? [] : [...this.#passes];
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
    return !this.#killed.has(id) && !isDoubtful && (this.#lived.get(id) ?? 0) < MOST_TESTS;
  }

  #live(id: string): void {
    this.#lived.set(id, (this.#lived.get(id) ?? 0) + 1);
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
    if (mode === 'alone' || this.#isOver || !('filepath' in suite)) return;
    const passes = Object.keys(mutation.mutantCoverage.static).filter((id) => this.#chosen.has(id));
    ledger.add(folder, 'loaded', { file: suite.name, passes });
  }
}

// biome-ignore lint/style/noDefaultExport: vitest takes a runner by its default export
export { MutationRunner as default };

function nameOfTest(test: RunnerTestCase): string {
  return `${test.file.name} > ${test.fullTestName}`;
}
