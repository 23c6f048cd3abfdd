/*
 * `npm run dev`: the demo, built anew and started anew whenever a source of it changes; the page in the browser follows.
 * Widget, shop's server and sandbox are always of one build, and what they keep in `demo/.data` outlives it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watch } from './watch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (path: string) => join(root, path);

let leaving = false;
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
    if (leaving) return;
    demo = spawn(process.execPath, ['--import', 'tsx', 'demo/start.ts'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, DEMO_DEV: '1', TSX_TSCONFIG_PATH: at('demo/tsconfig.run.json') },
      // Out of the terminal's reach: a Ctrl-C comes to it from here, once.
      detached: true,
    });
  } else if (!leaving) {
    console.error('\n  That could not be built. The shop stays as it was until the next change.\n');
  }
}

/** One at a time; what changes meanwhile is built afterwards, once. */
let working = false;
let changed = true;
async function work(): Promise<void> {
  if (working) return;
  working = true;
  while (changed && !leaving) {
    changed = false;
    await restart();
  }
  working = false;
}

const unwatch = watch([at('src'), at('demo')], () => {
  changed = true;
  void work();
});

async function leave(): Promise<void> {
  if (leaving) return;
  leaving = true;
  unwatch();
  await Promise.all([stop(building), stop(demo)]);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void leave());

await work();
