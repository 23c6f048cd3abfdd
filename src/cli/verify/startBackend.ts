import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CommandError } from '../command.ts';
import type { Io } from '../io.ts';

/** Polls are this far apart while a backend starts. */
const ASK_EVERY_MS = 100;

/** A backend that was started by us. */
export interface StartedBackend {
  stop(): Promise<void>;
}

/** Starts the backend's own command. What it prints goes to standard error. */
export function startBackend(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  io: Io,
): StartedBackend {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: io.cwd,
    env: { ...io.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: `npm start` and its kind leave their children behind when they alone are ended.
    detached: process.platform !== 'win32',
  });
  const print = (data: Buffer) => {
    for (const line of String(data).trimEnd().split('\n')) io.err(`  | ${line}`);
  };
  child.stdout.on('data', print);
  child.stderr.on('data', print);
  child.once('error', (error) => io.err(`"${command.join(' ')}" cannot be started: ${error.message}`));
  return {
    async stop() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (process.platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

/** Waits until the backend answers anything at all. @throws CommandError when it does not. */
export async function untilThere(url: string, timeoutMs: number, io: Io): Promise<void> {
  const deadline = io.now() + timeoutMs;
  for (;;) {
    try {
      await (await io.fetch(`${url}/health`)).arrayBuffer();
      return;
    } catch {
      if (io.now() >= deadline) {
        throw new CommandError(
          `Nothing answers at ${url} after ${timeoutMs / 1_000} s. Start the backend with the variables above, or have it started: hpp-checkout verify ${url} -- <command>.`,
        );
      }
      await new Promise<void>((resolve) => void io.after(ASK_EVERY_MS, resolve));
    }
  }
}
