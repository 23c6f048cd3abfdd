/*
 * `npm test`: everything, in order of how fast it tells. A step that fails does not stop the next ones, so that one run
 * shows all there is to mend. The last line is "N passed, N failed"; steps without tests of their own count as one.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { artifacts, reportOf, vitestRuns } from './reports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Tally {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  command: readonly string[];
  /** A vitest step tells how many tests passed in this file. */
  report?: string;
}

const vitest = (name: string, projects: readonly string[]): Step => {
  const report = reportOf(name);
  return {
    name,
    report,
    command: [
      'vitest',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  };
};

const steps: readonly Step[] = [
  { name: 'what the tests need', command: ['bash', join(root, 'test/support/setup-machine.sh')] },
  { name: 'format and lint', command: ['npm', 'run', '--silent', 'check:lint'] },
  { name: 'types', command: ['npm', 'run', '--silent', 'check:types'] },
  { name: 'architecture', command: ['npm', 'run', '--silent', 'check:arrows'] },
  { name: 'nothing unused', command: ['npm', 'run', '--silent', 'check:unused'] },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  { name: 'package', command: ['npm', 'run', '--silent', 'check:package'] },
  ...vitestRuns.map(({ name, projects }) => vitest(name, projects)),
  // Counts in the reports of the three above.
  {
    name: 'every fact, threat and fault has a test that passed',
    command: ['npm', 'run', '--silent', 'facts'],
  },
];

function run(command: readonly string[]): Promise<boolean> {
  const [name = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(name, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once('exit', (code) => resolve(code === 0));
  });
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

rmSync(artifacts, { recursive: true, force: true });
mkdirSync(artifacts, { recursive: true });
const total: Tally = { passed: 0, failed: 0 };
const failures: string[] = [];
for (const step of steps) {
  const started = performance.now();
  console.log(`\n── ${step.name}`);
  const ok = await run(step.command);
  const tally = step.report ? countTests(step.report, ok) : { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  total.passed += tally.passed;
  total.failed += tally.failed;
  if (tally.failed > 0) failures.push(`${step.name}: ${tally.failed} failed`);
  console.log(
    `── ${step.name}: ${ok ? 'ok' : 'FAILED'} in ${Math.round((performance.now() - started) / 1000)} s`,
  );
}
if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
