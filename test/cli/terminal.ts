import type { ProcessIo } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';

export interface Terminal {
  out: string[];
  err: string[];
  /** Ends a command that runs until it is interrupted. */
  interrupt(): void;
  /** Lets time pass for progress. */
  pass(ms: number): void;
  /** Splits the line at spaces. */
  type(line: string): Promise<number>;
  run(words: readonly string[]): Promise<number>;
  /** Resolves once a line of output contains the text. */
  seen(text: string): Promise<string>;
}

/** A terminal in which to type command lines. */
export function openTerminal(over: Partial<ProcessIo> = {}): Terminal {
  const out: string[] = [];
  const err: string[] = [];
  let now = Date.parse('2030-01-15T12:00:00Z');
  let timers: { at: number; callback: () => void }[] = [];
  let interrupt = () => {};
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  let watchers: (() => void)[] = [];
  const print = (lines: string[]) => (line: string) => {
    lines.push(line);
    for (const watch of watchers.splice(0)) watch();
  };
  const io: ProcessIo = {
    out: print(out),
    err: print(err),
    env: {},
    cwd: process.cwd(),
    fetch: (url, init) => fetch(url, init),
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    interrupted: () => interrupted,
    ...over,
  };
  return {
    out,
    err,
    interrupt: () => interrupt(),
    pass(ms) {
      now += ms;
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers = timers.filter((other) => other !== timer);
        timer.callback();
      }
    },
    type: (line) => run(line === '' ? [] : line.split(' '), io),
    run: (words) => run([...words], io),
    async seen(text) {
      for (;;) {
        const found = [...out, ...err].find((line) => line.includes(text));
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          watchers = [...watchers, resolve];
        });
      }
    },
  };
}
