/*
 * `npm run dev`: builds and starts the demo again whenever a source of it changes; the page in the browser reloads.
 * Widget, shop's server and sandbox always come from one build, and what they store in `demo/.data` survives a restart.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watch } from './watch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (path: string) => join(root, path);

let shuttingDown = false;
let building: ChildProcess | undefined;
let demo: ChildProcess | undefined;

const vite = [at('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'];

/** @returns whether everything could be built. */
async function build(): Promise<boolean> {
  const started = performance.now();
  building = spawn(process.execPath, vite, { cwd: root, stdio: 'inherit' });
  const [code] = await once(building, 'exit');
  if (code === 0) console.log(`  built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return code === 0;
}

async function stop(process: ChildProcess | undefined): Promise<void> {
  if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
  const exit = once(process, 'exit');
  process.kill('SIGINT');
  await exit;
}

async function restart(): Promise<void> {
  if (await build()) {
    await stop(demo);
    if (shuttingDown) return;
    demo = spawn(process.execPath, ['--import', 'tsx', 'demo/start.ts'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, DEMO_DEV: '1', TSX_TSCONFIG_PATH: at('demo/tsconfig.run.json') },
      // In a process group of its own: the terminal's Ctrl-C does not reach it, this process sends it once.
      detached: true,
    });
  } else if (!shuttingDown) {
    console.error('\n  That could not be built. The shop stays as it was until the next change.\n');
  }
}

/** One build at a time; whatever changes meanwhile is built once, afterwards. */
let working = false;
let changed = true;
async function work(): Promise<void> {
  if (working) return;
  working = true;
  while (changed && !shuttingDown) {
    changed = false;
    await restart();
  }
  working = false;
}

const unwatch = watch([at('src'), at('demo')], () => {
  changed = true;
  void work();
});

async function shutDown(): Promise<void> {
  if (shuttingDown) return;
  shuttingDown = true;
  unwatch();
  await Promise.all([stop(building), stop(demo)]);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void shutDown());

await work();
