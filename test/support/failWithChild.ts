import type { ChildProcess } from 'node:child_process';

/** How a test ends a process. Any other signal is a crash. */
const ORDERED: readonly (NodeJS.Signals | null)[] = [null, 'SIGINT', 'SIGKILL', 'SIGQUIT', 'SIGTERM'];

/**
 * A process that ends with an error, or crashes, fails the run: as an uncaught error, so also when the test has passed by
 * then, or looks elsewhere. Not for one that a test expects to fail.
 *
 * @returns a function after which it may end as it likes: for a program that answers a signal by an exit code of its own.
 */
export function failWithChild(
  child: ChildProcess,
  name: string,
  printed: () => string = () => '',
): () => void {
  const look = (code: number | null, signal: NodeJS.Signals | null) => {
    if (!code && ORDERED.includes(signal)) return;
    // Afterwards: a throw in here keeps the end from whoever else waits for it, and the test would hang instead.
    process.nextTick(() => {
      throw new Error(`${name} ended with ${signal ?? `exit code ${code}`}. ${printed()}`);
    });
  };
  child.once('exit', look);
  return () => void child.off('exit', look);
}
