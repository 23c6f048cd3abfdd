import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './runtimes/scratchProject.ts';

/** All pass; what each leaves behind fails while another runs, or after all. */
const TESTS = `
  import { spawn } from 'node:child_process';
  import { failWithChild } from '${join(root, 'test/support/failWithChild.ts')}';

  const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  it('leaves a promise that is rejected when nobody listens', () => { void later(50).then(() => { throw new Error('late rejection'); }); });
  it('leaves a process that fails', () => { failWithChild(spawn(process.execPath, ['-e', 'setTimeout(() => process.exit(1), 50)']), 'The child'); });
  it('leaves a process that crashes', () => { failWithChild(spawn(process.execPath, ['-e', 'process.abort()']), 'The other child'); });
  it('waits for the end of a process that fails', async () => {
    const child = spawn(process.execPath, ['-e', 'process.exit(1)']);
    failWithChild(child, 'The awaited child');
    await new Promise((resolve) => child.once('exit', resolve));
  });
  it('ends a process', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    failWithChild(child, 'The ended child');
    child.kill();
    await new Promise((resolve) => child.once('close', resolve));
  });
  it('leaves a timer that throws', async () => { setTimeout(() => { throw new Error('late throw'); }, 50); await later(1_500); });
`;

it('an error that comes when its test has passed and ended fails the run', async () => {
  const { code, printed } = await runTests({ some: TESTS });
  for (const error of ['late rejection', 'late throw']) expect(printed).toContain(error);
  expect(printed).toContain('The child ended with exit code 1');
  expect(printed).toContain('The awaited child ended with exit code 1');
  expect(printed).toContain('The other child ended with SIGABRT');
  expect(printed).not.toContain('The ended child');
  expect([code, printed.split('\n').at(-1)]).toEqual([1, '6 passed, 1 failed']);
  // The first of them stands at the end, too, with what it says.
  expect(printed.split('\n').slice(-20).join('\n')).toMatch(
    /some tests: 1 failed\n.*late|The .*child ended/s,
  );
});

it('the end of a run names each failed test, and each file that none could be run of', async () => {
  const { code, printed } = await runTests({
    colours: `
      describe('a colour', () => {
        it('is red', () => expect('green\\nas grass').toBe('red'));
        it('is blue', () => {});
      });
      it('throws', () => { throw new Error('first line\\nsecond line'); });
    `,
    unread: `import './missing.js'; it('is never run', () => {});`,
  });
  const end = printed.split('\n');
  expect(code).toBe(1);
  expect(end.slice(end.lastIndexOf('some tests: 2 failed'))).toEqual([
    'some tests: 2 failed',
    expect.stringMatching(/^ {2}.*colours\.test\.js > a colour is red: AssertionError: expected /),
    expect.stringMatching(/^ {2}.*colours\.test\.js > throws: Error: first line$/),
    expect.stringMatching(/^ {2}.*unread\.test\.js: Cannot find module/),
    '',
    '1 passed, 2 failed',
  ]);
});

/** As a whole run starts and counts its tests. */
async function runTests(files: Record<string, string>): Promise<{ code: number; printed: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'late-errors-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const report = join(folder, 'report.json');
  for (const [name, tests] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.js`), tests);
  const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder];
  const step = {
    name: 'some tests',
    report,
    command: [...vitest, '--globals', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  };
  writeFileSync(
    join(folder, 'run.ts'),
    `import { runStages } from ${JSON.stringify(join(root, 'test/support/runStages.ts'))};
     void runStages([[[${JSON.stringify(step)}]]]);`,
  );
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', join(folder, 'run.ts')], {
    cwd: root,
  });
  const { code = 0, stdout, stderr } = await run.catch((error) => error);
  return { code, printed: `${stderr}${stdout}`.trim() };
}

it('no setting of ours overlooks such an error, or tries a test twice', () => {
  for (const file of ['vite.config.ts', 'test/projects.ts', 'test/support/runAll.ts'])
    expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/\bretry\b|UnhandledErrors/);
});
