import { createJobs } from './jobs.ts';
import { type ClockState, createTime } from './time.ts';

export type { ClockState };

/** Timers of the platform; passed in so that this file reaches for nothing. */
export interface Timers {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once; the returned function cancels. Must not keep the process alive. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back again and again, likewise. */
  every(ms: number, callback: () => void): () => void;
}

/**
 * The sandbox's time: everything that expires, lapses or is retried goes by it.
 *
 * `real`: runs with the platform, jobs run by themselves. `manual`: stands still, and jobs run only in `advance`, `set` and
 * `settle`.
 */
export interface SandboxClock {
  now(): number;
  readonly frozen: boolean;
  /**
   * Moves on; each job that falls due on the way runs at its own time and is awaited.
   * @throws RangeError for a time that no date can hold; the clock stays where it is. The same goes for `set`.
   */
  advance(ms: number): Promise<void>;
  /** Jumps to a time. Backwards is allowed; no job runs twice. */
  set(at: number): Promise<void>;
  freeze(): void;
  /** Lets a frozen clock run on from where it stands. A manual clock cannot run. */
  run(): void;
  /** Runs `job` once the clock has reached `due`. The returned function cancels it. */
  schedule(due: number, job: () => unknown): () => void;
  /** Resolves once the clock has moved on by `ms`. */
  wait(ms: number): Promise<void>;
  /** Runs all jobs that are due now and waits for those under way, until neither is left. */
  settle(): Promise<void>;
  /** Forgets all jobs and returns to the time at the start, or to the state given. */
  reset(state?: ClockState): void;
  close(): void;
}

export interface ClockOptions {
  pace: 'real' | 'manual';
  timers: Timers;
  /** Start of a manual clock. Default: the platform's time. */
  startAt?: number;
  state?: ClockState;
  onChange?: (state: ClockState) => void;
  /** A job must not throw; what it throws all the same is reported here. */
  onJobError: (error: unknown) => void;
}

/** The sandbox's time lies between these: what ISO 8601 writes with a four-digit year, as a card's expiry does. */
const EARLIEST = 0;
const LATEST = Date.UTC(10_000, 0) - 1;

/** @throws RangeError for a time that no date can hold. */
function checkTime(what: string, time: number): number {
  if (time >= EARLIEST && time <= LATEST) return time;
  throw new RangeError(
    `${what}: expected a time from 1970-01-01T00:00:00Z to 9999-12-31T23:59:59Z, got one outside. Move it by less, such as "30d".`,
  );
}

/** Longest wait that every platform's timer can hold. */
const LONGEST_WAIT = 3_600_000;

export function createClock(options: ClockOptions): SandboxClock {
  const { timers, pace } = options;
  const time = createTime({
    platformNow: timers.now,
    initial: () => ({
      offset: 0,
      frozenAt: pace === 'manual' ? checkTime('clock', options.startAt ?? timers.now()) : null,
    }),
    state: options.state,
    onChange: options.onChange,
  });
  const { now } = time;
  const jobs = createJobs(options.onJobError);
  let cancelTimer: (() => void) | null = null;
  let stepping = 0;
  let closed = false;

  /** Arms the platform's timer for the next job. Only a real clock runs jobs by itself, and not while one steps it. */
  function arm(): void {
    cancelTimer?.();
    cancelTimer = null;
    const due = jobs.firstDue();
    if (closed || pace === 'manual' || stepping > 0 || due === null) return;
    if (time.frozen && due > now()) return;
    cancelTimer = timers.after(Math.min(Math.max(due - now(), 0), LONGEST_WAIT), () => {
      for (let job = jobs.nextDue(now()); job !== undefined; job = jobs.nextDue(now())) void jobs.start(job);
      arm();
    });
  }

  async function stepped<T>(work: () => Promise<T>): Promise<T> {
    stepping++;
    cancelTimer?.();
    try {
      return await work();
    } finally {
      stepping--;
      arm();
    }
  }

  /** One move waits for the other: each leaves a clock that ran running, and one that stood standing. */
  let lastMove: Promise<void> = Promise.resolve();
  function move(target: () => number): Promise<void> {
    const moved = lastMove.then(() => stepped(() => moveTo(target())));
    lastMove = moved.catch(() => undefined); // a move that was refused keeps no later one back
    return moved;
  }

  async function moveTo(target: number): Promise<void> {
    const running = !time.frozen;
    time.passThrough(now());
    for (let job = jobs.nextDue(target); job !== undefined; job = jobs.nextDue(target)) {
      time.passThrough(Math.max(job.due, now()));
      await jobs.start(job);
    }
    time.arrive(target, running);
  }

  const clock: SandboxClock = {
    now,
    get frozen() {
      return time.frozen;
    },
    async advance(ms) {
      if (Number.isNaN(ms) || ms < 0) {
        throw new RangeError(`advance: expected milliseconds, zero or more, got ${ms}. To go back use set.`);
      }
      return move(() => checkTime('advance', now() + ms));
    },
    async set(at) {
      return move(() => checkTime('set', at));
    },
    freeze() {
      time.freeze();
      arm();
    },
    run() {
      if (pace === 'manual')
        throw new RangeError('A manual clock cannot run; use advance, or clock: "real".');
      time.run();
      arm();
    },
    schedule(due, run) {
      if (closed) return () => undefined;
      const job = jobs.add(due, run);
      arm();
      return () => jobs.remove(job);
    },
    wait: (ms) =>
      ms <= 0 ? Promise.resolve() : new Promise((resolve) => void clock.schedule(now() + ms, resolve)),
    settle: () =>
      stepped(async () => {
        for (;;) {
          const next = jobs.nextDue(now());
          const running = next === undefined ? jobs.running() : jobs.start(next);
          if (running === null) return;
          await running;
        }
      }),
    reset(next) {
      jobs.clear();
      time.reset(next);
      arm();
    },
    close() {
      closed = true;
      jobs.clear();
      cancelTimer?.();
    },
  };
  return clock;
}

/** The platform's own timers. */
export const platformTimers: Timers = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref?.();
    return () => clearTimeout(timer);
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms);
    timer.unref?.();
    return () => clearInterval(timer);
  },
};
