/** Work that waits for its time. */
export interface Job {
  due: number;
  sequence: number;
  run: () => unknown;
}

/** Jobs in order: by the time they are due, and as they were added where that is the same. */
export interface Jobs {
  add(due: number, run: () => unknown): Job;
  remove(job: Job): void;
  clear(): void;
  /** The first that is due by then. */
  nextDue(limit: number): Job | undefined;
  /** When the first is due; `null` where there is none. */
  firstDue(): number | null;
  /** Takes a job out and runs it. Never rejects. */
  start(job: Job): Promise<void>;
  /** Those that are running; `null` where none is. */
  running(): Promise<unknown> | null;
}

/** @param onError gets what a job throws. */
export function createJobs(onError: (error: unknown) => void): Jobs {
  let jobs: Job[] = [];
  let sequence = 0;
  const underWay = new Set<Promise<void>>();
  const isBefore = (job: Job, other: Job) =>
    job.due < other.due || (job.due === other.due && job.sequence < other.sequence);
  const remove = (job: Job) => {
    jobs = jobs.filter((other) => other !== job);
  };

  return {
    add(due, run) {
      const job = { due, run, sequence: sequence++ };
      jobs.push(job);
      return job;
    },
    remove,
    clear() {
      jobs = [];
    },
    nextDue: (limit) =>
      jobs
        .filter(({ due }) => due <= limit)
        .reduce<Job | undefined>(
          (first, job) => (first === undefined || isBefore(job, first) ? job : first),
          undefined,
        ),
    firstDue: () => (jobs.length === 0 ? null : Math.min(...jobs.map(({ due }) => due))),
    start(job) {
      remove(job);
      const running = (async () => {
        try {
          await job.run();
        } catch (error) {
          onError(error);
        }
      })();
      underWay.add(running);
      return running.finally(() => underWay.delete(running));
    },
    running: () => (underWay.size === 0 ? null : Promise.all(underWay)),
  };
}
