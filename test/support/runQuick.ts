/*
 * `npm run test:quick`: what a change needs before its commit. Of the tests those that import what has changed since the last
 * commit, or since the commit, branch or tag that is named: `npm run test:quick -- main`.
 */
import { npm, runStages } from './runStages.ts';

const [since] = process.argv.slice(2);
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
          ...['--passWithNoTests', since === undefined ? '--changed' : `--changed=${since}`],
        ],
      },
    ],
  ],
]);
