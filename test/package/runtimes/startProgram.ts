import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { createInterface } from 'node:readline';
import { failWithChild } from '../../support/failWithChild.ts';

const START_MS = 30_000;

/** A program that listens. */
export interface Running {
  url: string;
  version: string;
  stop(): Promise<void>;
}

/**
 * Starts a program that writes `{ url, version }` to stdout, as its first line of JSON.
 * @throws Error with what it wrote to stderr when it ends, or does not for 30 s.
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
  const lines = createInterface(child.stdout);
  const ready = async () => {
    for await (const [line] of on(lines, 'line', { signal: deadline })) if (line.startsWith('{')) return line;
  };
  try {
    const line = await Promise.race([
      ready(),
      exited.then(([code]) => Promise.reject(new Error(`It ended with ${code}.`))),
    ]);
    // Not before: that one did not start is told below.
    failWithChild(child, [command, ...args].join(' '), () => errors.join(''));
    return { ...JSON.parse(line), stop };
  } catch (cause) {
    await stop();
    throw new Error(`${command} ${args.join(' ')} did not start: ${cause}\n${errors.join('')}`, { cause });
  }
}
