import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/engines.ts';
import { CARDS, hostedFrame, payByCard } from '../support/hostedPage.ts';
import { size } from '../support/size.ts';
import { until } from '../support/until.ts';
import { watchCrashes } from '../support/watchCrashes.ts';
import { run, type Started, start } from './init/command.ts';
import { type InitialisedProject, initialisedProject } from './init/initialisedProject.ts';
import { EXPRESS, NODE, STARTERS } from './init/starters.ts';
import { packPackage } from './runtimes/packPackage.ts';

/** One in JavaScript and one in TypeScript, both quickly installed; `npm run test:init` takes all of them. */
const starters = size([NODE, EXPRESS], STARTERS);
const MINUTES = 60_000;

const scratch = mkdtempSync(join(tmpdir(), 'hpp-checkout-packed-init-'));
let tarball = '';
let browser: Browser;
beforeAll(async () => {
  tarball = packPackage(scratch).tarball;
  browser = await launch('chromium');
}, 2 * MINUTES);
afterAll(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true, force: true });
});

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

describe.each(starters)('npx hpp-checkout init, with $name', (starter) => {
  let project: InitialisedProject;
  const running: Started[] = [];
  const started = (line: string) => {
    const program = start(line, project.folder);
    running.push(program);
    return program;
  };
  const addressOf = () => project.report.address.replace(/:\d+/, `:${project.port}`);
  beforeAll(async () => {
    project = await initialisedProject(starter, tarball);
  }, 10 * MINUTES);
  afterAll(() => {
    for (const program of running) program.kill();
    project?.remove();
  });

  it('leaves no file out, and says what to run', () => {
    const states = project.report.files.map(({ state }) => state);
    expect(states).not.toContain('kept');
    expect(project.report.start.length).toBeGreaterThan(0);
  });

  for (const line of starter.checks) {
    it(`passes "${line}"`, () => run(line, project.folder).then(() => {}), 10 * MINUTES);
  }

  const ways =
    starter.scripts === undefined ? (['as init says'] as const) : (['development', 'built'] as const);
  it.each(ways)(
    'is paid in a browser, and ends with Ctrl-C: %s',
    async (way) => {
      rmSync(join(project.folder, 'data'), { recursive: true, force: true });
      const sandbox = started(project.sandbox.command);
      await until(() => sandbox.printed().includes('Ctrl-C ends it'));
      const scripts = way === 'as init says' ? null : starter.scripts?.[way](project.port);
      const servers = project.report.start.map((line) =>
        started(line === 'npm run dev' ? (scripts ?? line) : line),
      );
      const printed = () => servers.map((server) => server.printed()).join('\n');
      // Each in its own time: a page may be served before the server behind it listens.
      for (const path of [addressOf(), new URL('/checkout/health', addressOf()).href]) {
        await until(() => answers(path), 2 * MINUTES).catch((error) => {
          throw new Error(`${error}\n${printed()}`);
        });
      }

      const context = await browser.newContext();
      const page = await context.newPage();
      watchCrashes(page);
      await page.goto(addressOf());
      await page.getByText('Pay €49.90').click();
      await payByCard(await hostedFrame(page, project.sandbox.url), CARDS.paid);
      await page.waitForURL('**/thanks');
      await page.getByRole('heading', { name: 'Thank you' }).waitFor();
      await until(() => printed().includes('Paid: A-1001, 49.90 EUR'));

      // While the page is open, and keeps its connections.
      const codes = await Promise.all(servers.map((server) => server.interrupt()));
      expect(await answers(addressOf())).toBe(false);
      // npx has an exit code of its own.
      if (project.report.start[0]?.startsWith('node ')) expect(codes[0]).toBe(0);
      await context.close();
      await sandbox.interrupt();
    },
    5 * MINUTES,
  );
});
