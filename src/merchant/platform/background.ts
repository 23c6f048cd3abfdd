import type { FailureLog } from '../observe/failureLog.ts';

/** Work that no answer waits for. Its failure is logged; `drain` waits for it. */
export interface Background {
  run(name: string, task: Promise<unknown>): void;
  /** All that runs now, as one promise; `null` when nothing runs. */
  running(): Promise<unknown> | null;
  /** Waits until nothing runs. */
  drain(): Promise<void>;
}

export function createBackground(failures: FailureLog): Background {
  const tasks = new Set<Promise<unknown>>();
  return {
    run(name, task) {
      const guarded = task
        .then(
          () => failures.succeeded(name),
          (error: unknown) =>
            failures.failed(name, error, 'Background work failed; the sweep repeats it', { task: name }),
        )
        .finally(() => tasks.delete(guarded));
      tasks.add(guarded);
    },
    running: () => (tasks.size === 0 ? null : Promise.all(tasks)),
    async drain() {
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}
