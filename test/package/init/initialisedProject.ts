import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/freePort.ts';
import { run } from './command.ts';
import type { Starter } from './starters.ts';

/** What `init --json` says. */
interface Report {
  files: { path: string; state: string }[];
  install: string[];
  start: string[];
  address: string;
}

/** A starter with the packed package, after `npx hpp-checkout init` and what that says to install. */
export interface InitialisedProject {
  folder: string;
  report: Report;
  sandbox: { command: string; url: string };
  port: number;
  remove(): void;
}

const CLI = 'node node_modules/hpp-checkout/dist/cli.js';
const NPM = 'npm install --no-audit --no-fund --prefer-offline';

export async function initialisedProject(starter: Starter, tarball: string): Promise<InitialisedProject> {
  const scratch = mkdtempSync(join(tmpdir(), `hpp-checkout-init-${starter.name}-`));
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  const folder = join(scratch, 'shop');
  try {
    mkdirSync(folder);
    starter.make(folder);
    await run([NPM, tarball, ...(starter.packages ?? [])].join(' '), folder);
    // What it prints for machines, and nothing of npm's before it.
    const printed = await run(`${CLI} init --json${starter.isForced ? ' --force' : ''} 2>/dev/null`, folder);
    const report: Report = JSON.parse(printed);
    for (const command of report.install) await run(command.replace('npm install', NPM), folder);
    const { port, gateway } = await movePorts(folder, report);
    return {
      folder,
      report,
      port,
      sandbox: { command: `${CLI} sandbox --port ${gateway}`, url: `http://127.0.0.1:${gateway}` },
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Other ports than the usual ones, which another test may have. */
async function movePorts(folder: string, { files }: Report): Promise<{ port: number; gateway: number }> {
  const [port, server, gateway] = [await freePort(), await freePort(), await freePort()];
  const change = (path: string, changes: readonly (readonly [RegExp, string])[]) => {
    const before = readFileSync(join(folder, path), 'utf8');
    writeFileSync(
      join(folder, path),
      changes.reduce((text, [from, to]) => text.replace(from, to), before),
    );
  };
  const viteConfig = files.find(({ path }) => path.startsWith('vite.config.'))?.path;
  change('.env', [
    [/127\.0\.0\.1:4010/g, `127.0.0.1:${gateway}`],
    [/^PORT=.*/m, `PORT=${viteConfig === undefined ? port : server}`],
    [/localhost:\d+/g, `localhost:${port}`],
  ]);
  if (viteConfig !== undefined) {
    change(viteConfig, [
      [/localhost:3001/g, `localhost:${server}`],
      [/port: 5173/, `port: ${port}`],
    ]);
  }
  return { port, gateway };
}
