import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failWithChild } from './failWithChild.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The demo in a process of its own, as `npm run demo` starts it after the build. */
export interface RunningDemo {
  /** Origin of the shop. */
  shop: string;
  merchant: string;
  gateway: string;
  process: ChildProcess;
  /** Everything that it has printed. */
  printed(): string;
  /** Ctrl-C. @returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the demo on three free ports in a row.
 * @throws Error with what it printed when it ends instead of opening.
 */
export async function startDemo(
  dataFolder: string,
  port?: number,
  env: Record<string, string> = {},
): Promise<RunningDemo> {
  const first = port ?? (await threeFreePorts());
  const child = runDemo({ ...env, DEMO_PORT: String(first), DEMO_DATA: dataFolder });
  const printed = collect(child);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The demo ended instead of opening:\n${printed()}`);
  });
  const open = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => printed().includes('Ctrl-C closes it') && resolve());
  });
  await Promise.race([open, ended]);
  ended.catch(() => {});
  failWithChild(child, 'The demo', printed);
  return {
    shop: `http://localhost:${first}`,
    merchant: `http://localhost:${first + 1}`,
    gateway: `http://127.0.0.1:${first + 2}`,
    process: child,
    printed,
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill('SIGINT');
      const [code] = await exit;
      return code;
    },
  };
}

/** Runs the demo until it ends by itself. */
export async function demoThatEnds(
  env: Record<string, string>,
): Promise<{ code: number | null; printed: string }> {
  const child = runDemo(env);
  const printed = collect(child);
  const [code] = await once(child, 'exit');
  return { code, printed: printed() };
}

function runDemo(env: Record<string, string>): ChildProcess {
  // Without tsx's command around it, which on a busy machine hands one SIGINT on as two: the second ends the demo at once, by 130.
  return spawn(process.execPath, ['--import', 'tsx', 'demo/start.ts'], {
    cwd: root,
    env: { ...process.env, TSX_TSCONFIG_PATH: join(root, 'demo/tsconfig.run.json'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}

export async function threeFreePorts(): Promise<number> {
  for (let round = 0; round < 50; round++) {
    // Below those that the system hands out by itself, to whoever connects in the meantime.
    const first = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await Promise.all([0, 1, 2].map((step) => isFree(first + step)));
    if (free.every(Boolean)) return first;
  }
  throw new Error('Found no three free ports in a row.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
