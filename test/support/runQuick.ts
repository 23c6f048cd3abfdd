/*
 * `npm run test:quick`: what a change needs before its commit. Of the tests those that import what has changed since the last
 * commit, or since the commit, branch or tag that is named: `npm run test:quick -- main`. What takes long is left to `npm test`,
 * unless it has been changed itself.
 */
import { execFileSync } from 'node:child_process';
import { LONGEST } from '../projects.ts';
import { npm, runStages } from './runStages.ts';

const [since] = process.argv.slice(2);
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n');
const changed = [
  ...git('diff', '--name-only', since ?? 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const leftOut = LONGEST.filter((name) => !changed.some((file) => file.startsWith(`test/${name}.test.`)));

await runStages([
  [
    [npm('types', 'check:types')],
    [npm('format and lint', 'check:lint'), npm('architecture', 'check:arrows')],
    [
      {
        name: 'tests of what has changed',
        isShown: true,
        command: [
          'vitest',
          'run',
          ...['--project', 'browser', '--project', 'server'],
          ...leftOut.map((name) => `--exclude=test/${name}.test.*`),
          ...['--passWithNoTests', since === undefined ? '--changed' : `--changed=${since}`],
        ],
      },
    ],
  ],
]);
