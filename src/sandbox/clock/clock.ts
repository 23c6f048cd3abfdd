/** Timers of the platform; passed in so that this file reaches for nothing. */
export interface Timers {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once; the returned function cancels. Must not keep the process alive. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back again and again, likewise. */
  every(ms: number, callback: () => void): () => void;
}

/** The clock's own state, kept so that a durable sandbox wakes in the time it fell asleep in. */
export interface ClockState {
  /** Milliseconds that the sandbox is ahead of the platform's clock. */
  offset: number;
  /** The time at which it stands, or `null` while it runs. */
  frozenAt: number | null;
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

interface Job {
  due: number;
  sequence: number;
  run: () => unknown;
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
  const initial = (): ClockState => ({
    offset: 0,
    frozenAt: pace === 'manual' ? checkTime('clock', options.startAt ?? timers.now()) : null,
  });
  let state = options.state ?? initial();
  let jobs: Job[] = [];
  let sequence = 0;
  let cancelTimer: (() => void) | null = null;
  let stepping = 0;
  let closed = false;
  const underWay = new Set<Promise<void>>();

  const now = () => state.frozenAt ?? timers.now() + state.offset;

  function change(next: ClockState): void {
    state = next;
    options.onChange?.(state);
  }

  function start(job: Job): Promise<void> {
    jobs = jobs.filter((other) => other !== job);
    const running = (async () => {
      try {
        await job.run();
      } catch (error) {
        options.onJobError(error);
      }
    })();
    underWay.add(running);
    return running.finally(() => underWay.delete(running));
  }

  function nextDue(limit: number): Job | undefined {
    let first: Job | undefined;
    for (const job of jobs) {
      if (job.due > limit) continue;
      if (
        first === undefined ||
        job.due < first.due ||
        (job.due === first.due && job.sequence < first.sequence)
      ) {
        first = job;
      }
    }
    return first;
  }

  /** Arms the platform's timer for the next job. Only a real clock runs jobs by itself, and not while one steps it. */
  function arm(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (closed || pace === 'manual' || stepping > 0 || jobs.length === 0) return;
    const due = Math.min(...jobs.map((job) => job.due));
    if (state.frozenAt !== null && due > state.frozenAt) return;
    cancelTimer = timers.after(Math.min(Math.max(due - now(), 0), LONGEST_WAIT), () => {
      for (let job = nextDue(now()); job !== undefined; job = nextDue(now())) void start(job);
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

  /** Moves wait for one another: each has to leave the pace as it found it. */
  let lastMove: Promise<void> = Promise.resolve();
  function move(target: () => number): Promise<void> {
    const moved = lastMove.then(() => stepped(() => moveTo(target())));
    lastMove = moved.catch(() => undefined); // a move that was refused keeps no later one back
    return moved;
  }

  async function moveTo(target: number): Promise<void> {
    const ran = state.frozenAt === null;
    // Steps on the way are not reported: a process that dies among them must not wake up frozen.
    state = { ...state, frozenAt: now() };
    for (let job = nextDue(target); job !== undefined; job = nextDue(target)) {
      state = { ...state, frozenAt: Math.max(job.due, now()) };
      await start(job);
    }
    change(ran ? { offset: target - timers.now(), frozenAt: null } : { ...state, frozenAt: target });
  }

  const clock: SandboxClock = {
    now,
    get frozen() {
      return state.frozenAt !== null;
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
      if (state.frozenAt === null) change({ ...state, frozenAt: now() });
      arm();
    },
    run() {
      if (pace === 'manual')
        throw new RangeError('A manual clock cannot run; use advance, or clock: "real".');
      if (state.frozenAt !== null) change({ offset: state.frozenAt - timers.now(), frozenAt: null });
      arm();
    },
    schedule(due, run) {
      const job = { due, run, sequence: sequence++ };
      if (!closed) jobs.push(job);
      arm();
      return () => {
        jobs = jobs.filter((other) => other !== job);
      };
    },
    wait: (ms) =>
      ms <= 0 ? Promise.resolve() : new Promise((resolve) => void clock.schedule(now() + ms, resolve)),
    settle: () =>
      stepped(async () => {
        for (;;) {
          const job = nextDue(now());
          if (job !== undefined) await start(job);
          else if (underWay.size > 0) await Promise.all(underWay);
          else return;
        }
      }),
    reset(next) {
      jobs = [];
      change(next ?? initial());
      arm();
    },
    close() {
      closed = true;
      jobs = [];
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
