import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './runtimes/scratchProject.ts';

/** Both pass; what each leaves behind fails while the other runs, or after both. */
const TESTS = `
  const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  it('leaves a promise that is rejected when nobody listens', () => { void later(50).then(() => { throw new Error('late rejection'); }); });
  it('leaves a timer that throws', async () => { setTimeout(() => { throw new Error('late throw'); }, 50); await later(200); });
`;

it('an error that comes when its test has passed and ended fails the run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'late-errors-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const report = join(folder, 'report.json');
  writeFileSync(join(folder, 'some.test.js'), TESTS);
  const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder];
  const step = {
    name: 'two tests',
    report,
    command: [...vitest, '--globals', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  };
  // As a whole run starts and counts its tests.
  writeFileSync(
    join(folder, 'run.ts'),
    `import { runStages } from ${JSON.stringify(join(root, 'test/support/runStages.ts'))};
     void runStages([[[${JSON.stringify(step)}]]]);`,
  );
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', join(folder, 'run.ts')], {
    cwd: root,
  });
  const { code, stdout, stderr } = await run.catch((error) => error);
  expect(`${stdout}${stderr}`).toContain('late rejection');
  expect(`${stdout}${stderr}`).toContain('late throw');
  expect([code, stdout.trim().split('\n').at(-1)]).toEqual([1, '2 passed, 1 failed']);
});

it('no setting of ours overlooks such an error, or tries a test twice', () => {
  for (const file of ['vite.config.ts', 'test/projects.ts', 'test/support/runAll.ts'])
    expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/\bretry\b|UnhandledErrors/);
});
