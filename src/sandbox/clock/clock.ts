import { createAlarm, NO_ALARM } from './alarm.ts';
import { createJobs } from './jobs.ts';
import { type ClockState, createTime } from './time.ts';
import type { Timers } from './timers.ts';

export type { ClockState };

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
  const alarm = pace === 'manual' ? NO_ALARM : createAlarm(timers, time, jobs);
  let closed = false;

  /** One move waits for the other: each leaves a clock that ran running, and one that stood standing. */
  let lastMove: Promise<void> = Promise.resolve();
  function move(target: () => number): Promise<void> {
    const moved = lastMove.then(() => alarm.silentDuring(() => moveTo(target())));
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
      alarm.set();
    },
    run() {
      if (pace === 'manual')
        throw new RangeError('A manual clock cannot run; use advance, or clock: "real".');
      time.run();
      alarm.set();
    },
    schedule(due, run) {
      if (closed) return () => undefined;
      const job = jobs.add(due, run);
      alarm.set();
      return () => jobs.remove(job);
    },
    wait: (ms) =>
      ms <= 0 ? Promise.resolve() : new Promise((resolve) => void clock.schedule(now() + ms, resolve)),
    settle: () =>
      alarm.silentDuring(async () => {
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
      alarm.set();
    },
    close() {
      closed = true;
      jobs.clear();
      alarm.close();
    },
  };
  return clock;
}
