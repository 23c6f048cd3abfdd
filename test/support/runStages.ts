import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { failedTests, lastLines } from './failedTests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Step {
  name: string;
  command: readonly string[];
  /** A vitest step tells how many tests passed in this file. */
  report?: string;
  /** What it prints is shown as it comes, also beside other rows; else when it has ended, in one piece. */
  isShown?: boolean;
  /** Not run after a failure: what it asks makes sense of green tests only. */
  isForGreen?: boolean;
}

/** A script of package.json as a step. */
export const npm = (name: string, script: string): Step => ({
  name,
  command: ['npm', 'run', '--silent', script],
});

interface Tally {
  passed: number;
  failed: number;
}

/**
 * Stages one after the other; the rows of a stage side by side, each of one process at a time, so that both cores have work.
 * Where a stage is one row, its step takes both cores by itself. A step that fails does not stop the next ones, so that one
 * run shows all there is to mend, and its end names each failed test, for whoever sees no more of a log than that.
 * The last line is "N passed, N failed"; steps without tests of their own count as one.
 */
export async function runStages(stages: readonly (readonly (readonly Step[])[])[]): Promise<void> {
  const total: Tally = { passed: 0, failed: 0 };
  const failures: string[] = [];
  async function take(step: Step, isAlone: boolean): Promise<void> {
    if (step.isForGreen === true && failures.length > 0) {
      console.log(`── ${step.name}: not run, since something has failed`);
      return;
    }
    const { ok, seconds, printed } = await run(step, isAlone || step.isShown === true);
    const tally = step.report ? countTests(step.report, ok) : { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
    total.passed += tally.passed;
    total.failed += tally.failed;
    if (tally.failed > 0) failures.push(`${step.name}: ${tally.failed} failed`, ...whatFailed(step, printed));
    console.log(`── ${step.name}: ${ok ? 'ok' : 'FAILED'} in ${seconds} s`);
  }
  for (const rows of stages) {
    await Promise.all(
      rows.map(async (steps) => {
        for (const step of steps) await take(step, rows.length === 1);
      }),
    );
  }
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

interface Ended {
  ok: boolean;
  seconds: number;
  printed: string;
}

/** @param isShown what it prints is shown as it comes; else when it has ended, in one piece. */
function run({ name, command }: Step, isShown: boolean): Promise<Ended> {
  const begun = performance.now();
  const [program = '', ...args] = command;
  const pieces: Buffer[] = [];
  if (isShown) console.log(`\n── ${name}`);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        pieces.push(piece);
        if (isShown) process.stdout.write(piece);
      });
    const end = (ok: boolean) => {
      const printed = Buffer.concat(pieces).toString();
      if (!isShown) process.stdout.write(`\n── ${name}\n${printed}`);
      resolve({ ok, seconds: Math.round((performance.now() - begun) / 1000), printed });
    };
    child.once('error', (error) => {
      console.error(error.message);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** The failed tests of a step by name; else, for an error outside of any test and for other steps, what was printed. */
function whatFailed({ report }: Step, printed: string): string[] {
  let failed: string[] = [];
  try {
    if (report) failed = failedTests(report, root);
  } catch {
    // A run that crashed before it wrote its report. What it printed says why.
  }
  return (failed.length > 0 ? failed : lastLines(printed, 12)).map((line) => `  ${line}`);
}

/** What a vitest run counted; a run that ended badly without a failed test (a crash, an unhandled error) counts as one. */
function countTests(report: string, ok: boolean): Tally {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = !ok && numFailedTests === 0 ? 1 : numFailedTests;
    return { passed: numPassedTests, failed: numPassedTests === 0 && failed === 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
