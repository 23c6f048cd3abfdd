/*
 * `npm test`: everything, in order of how fast it tells.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { artifacts, reportOf, vitestRuns } from './reports.ts';
import { npm, runStages, type Step } from './runStages.ts';

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

const [unit, faults, built, journeys] = vitestRuns.map(({ name, projects }) => vitest(name, projects)) as [
  Step,
  Step,
  Step,
  Step,
];
const setUp = fileURLToPath(new URL('setup-machine.sh', import.meta.url));

rmSync(artifacts, { recursive: true, force: true });
mkdirSync(artifacts, { recursive: true });
await runStages([
  [[{ name: 'what the tests need', command: ['bash', setUp] }]],
  [
    [npm('build', 'build'), npm('docs', 'docs'), npm('package', 'check:package')],
    [
      npm('types', 'check:types'),
      npm('format and lint', 'check:lint'),
      npm('architecture', 'check:arrows'),
      npm('nothing unused', 'check:unused'),
    ],
  ],
  // Journeys wait for pages and clocks more than they work: all the rest has room beside them on two cores.
  [
    [
      { ...unit, isShown: true },
      built,
      faults,
      // A minute at most; nothing where no source of theirs has changed, or git knows one commit only.
      { ...npm('mutants of the changed lines', 'test:mutation:changed'), isForGreen: true },
    ],
    [{ ...journeys, isShown: true }],
  ],
  // Both read the reports of the four above.
  [
    [npm('every fact, threat and fault has a test that passed', 'facts')],
    [npm('the accessibility statement is what the tests say', 'check:a11y')],
  ],
]);
