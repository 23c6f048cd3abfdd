import type { FailureLog } from '../observe/failureLog.ts';

/** Work that no answer waits for. Its failure is logged; `drain` waits for it. */
export interface Background {
  run(name: string, task: Promise<unknown>): void;
  /** Resolves when all that runs now has ended; `null` when nothing runs. */
  running(): Promise<void> | null;
  /** Waits until nothing runs. */
  drain(): Promise<void>;
}

export function createBackground(failures: FailureLog): Background {
  let count = 0;
  // One promise for all tasks so far, which each new task adds itself to: every request asks for it, so a list of the tasks
  // made anew each time would grow with the square of the requests in hand.
  let ended: Promise<void> = Promise.resolve();
  return {
    run(name, task) {
      count++;
      const before = ended;
      ended = task
        .then(
          () => failures.succeeded(name),
          (error: unknown) =>
            failures.failed(name, error, 'Background work failed; the sweep repeats it', { task: name }),
        )
        .then(() => {
          count--;
          return before;
        });
    },
    running: () => (count === 0 ? null : ended),
    async drain() {
      while (count > 0) await ended;
    },
  };
}
