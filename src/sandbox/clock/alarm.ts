import type { Jobs } from './jobs.ts';
import type { Time } from './time.ts';
import type { Timers } from './timers.ts';

/** Runs jobs by the platform's timer when they are due. */
export interface Alarm {
  /** Sets the timer for the next job, in place of any other. */
  set(): void;
  /** No timer runs a job while `work` steps through them. */
  silentDuring<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** Longest wait that every platform's timer can hold. */
const LONGEST_WAIT = 3_600_000;

export function createAlarm(timers: Pick<Timers, 'after'>, time: Time, jobs: Jobs): Alarm {
  let cancel: (() => void) | null = null;
  let steps = 0;
  let closed = false;

  function set(): void {
    cancel?.();
    cancel = null;
    const due = jobs.firstDue();
    if (closed || steps > 0 || due === null) return;
    if (time.frozen && due > time.now()) return;
    cancel = timers.after(Math.min(Math.max(due - time.now(), 0), LONGEST_WAIT), () => {
      for (let job = jobs.nextDue(time.now()); job !== undefined; job = jobs.nextDue(time.now())) {
        void jobs.start(job);
      }
      set();
    });
  }

  return {
    set,
    async silentDuring(work) {
      steps++;
      cancel?.();
      try {
        return await work();
      } finally {
        steps--;
        set();
      }
    },
    close() {
      closed = true;
      cancel?.();
    },
  };
}

/** Of a manual clock, whose jobs run only when it is moved. */
export const NO_ALARM: Alarm = {
  set: () => undefined,
  silentDuring: (work) => work(),
  close: () => undefined,
};
