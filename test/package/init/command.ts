import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { failWithChild } from '../../support/failWithChild.ts';

/** A command line of a project, in its own process group, as a terminal starts it. */
export interface Started {
  printed(): string;
  /** Ctrl-C. @returns the exit code, `null` for an end by the signal. */
  interrupt(): Promise<number | null>;
  /** For what is left at the end of a test. */
  kill(): void;
}

/** @param bin a folder whose programs come before those of this machine: another Node. */
function launch(line: string, cwd: string, bin?: string): ChildProcess {
  return spawn(line, {
    cwd,
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: bin === undefined ? process.env.PATH : `${bin}:${process.env.PATH}`,
      HOME: process.env.HOME,
      NEXT_TELEMETRY_DISABLED: '1',
      CI: '1',
    },
  });
}

function collect(child: ChildProcess): () => string {
  let printed = '';
  const add = (text: Buffer) => {
    printed += text;
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => printed;
}

export function start(line: string, cwd: string, bin?: string): Started {
  // In the shell's place: Ctrl-C would end a shell at once, whatever its program does.
  const child = launch(`exec ${line}`, cwd, bin);
  const exited = once(child, 'exit');
  const printed = collect(child);
  const mayEnd = failWithChild(child, line, printed);
  const signal = (name: NodeJS.Signals) => {
    mayEnd();
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, name);
  };
  return {
    printed,
    async interrupt() {
      signal('SIGINT');
      const [code] = await exited;
      return code;
    },
    kill: () => signal('SIGKILL'),
  };
}

/** Runs a command line to its end. @throws Error with all that it printed when it does not end well. */
export async function run(line: string, cwd: string, bin?: string): Promise<string> {
  const child = launch(line, cwd, bin);
  const printed = collect(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`"${line}" ended with ${code}:\n${printed()}`);
  return printed();
}
