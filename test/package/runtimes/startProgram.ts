import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const START_MS = 30_000;

/** A program that listens. */
export interface Running {
  url: string;
  version: string;
  stop(): Promise<void>;
}

/**
 * Starts a program whose first line on stdout is `{ url, version }`.
 * @throws Error with what it wrote to stderr when it ends, or says nothing for 30 s.
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Running> {
  // A group of its own, so that a launcher does not outlive its runtime, nor the other way round.
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
  });
  const errors: string[] = [];
  child.stderr.on('data', (text: Buffer) => errors.push(String(text)));
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, 'SIGKILL');
      await exited;
    }
  };

  const deadline = AbortSignal.timeout(START_MS);
  try {
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line', { signal: deadline }),
      exited.then(([code]) => Promise.reject(new Error(`It ended with ${code}.`))),
    ]);
    return { ...JSON.parse(line), stop };
  } catch (cause) {
    await stop();
    throw new Error(`${command} ${args.join(' ')} did not start: ${cause}\n${errors.join('')}`, { cause });
  }
}
