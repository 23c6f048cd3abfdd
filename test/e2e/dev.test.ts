import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from '../support/engines.ts';
import { failWithChild } from '../support/failWithChild.ts';
import { threeFreePorts } from '../support/startDemo.ts';
import { until } from '../support/until.ts';

/*
 * CONTRIBUTING's first command, in a copy of the sources that may be changed.
 */
const root = join(import.meta.dirname, '../..');
/** Not copied: what is linked, built, kept or not needed. */
const LEFT_OUT = ['node_modules', 'dist', '.artifacts', '.git', '.build', '.data'];

let copy: string;
let browser: Browser;
let dev: ChildProcess;
let printed = '';
let port: number;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'dev-'));
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => path === root || !LEFT_OUT.includes(basename(path)),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  port = await threeFreePorts();
  dev = spawn(process.execPath, ['--import', 'tsx', 'demo/dev/start.ts'], {
    cwd: copy,
    env: { ...process.env, DEMO_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  failWithChild(dev, 'The dev server', () => printed);
  browser = await launch('chromium');
});
afterAll(async () => {
  await browser?.close();
  if (dev?.exitCode === null) {
    const exit = once(dev, 'exit');
    dev.kill('SIGTERM');
    await exit;
  }
  rmSync(copy, { recursive: true, force: true });
});

it('brings a changed widget and a changed sandbox to the open page, and survives a mistake', async () => {
  await until(() => printed.includes('Ctrl-C closes it'), 100_000).catch((cause: unknown) => {
    throw new Error(`The dev server is not up. It has printed:\n${printed}`, { cause });
  });
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/shop`);
  await page.evaluate(() => document.documentElement.setAttribute('data-first', ''));

  const sandbox = join(copy, 'src/sandbox/index.ts');
  appendFileSync(sandbox, `\nconsole.log('a second sandbox');\n`);
  appendFileSync(
    join(copy, 'src/widget/script.ts'),
    `\ndocument.documentElement.setAttribute('data-second', '');\n`,
  );
  await page.locator('html[data-second]').waitFor({ timeout: 150_000 });
  // Loaded anew, not merely told something.
  expect(await page.locator('html[data-first]').count()).toBe(0);
  await until(() => printed.includes('a second sandbox'));

  const text = readFileSync(sandbox, 'utf8');
  writeFileSync(sandbox, `${text}\n)`);
  await until(() => printed.includes('could not be built'), 150_000);
  expect((await page.request.get(`http://localhost:${port}/shop`)).status()).toBe(200);

  const exit = once(dev, 'exit');
  dev.kill('SIGINT');
  expect((await exit)[0]).toBe(0);
  await expect(fetch(`http://localhost:${port}/shop`)).rejects.toThrow('fetch failed');
}, 450_000);
