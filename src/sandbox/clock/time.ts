/** The clock's own state, kept so that a durable sandbox wakes in the time it fell asleep in. */
export interface ClockState {
  /** Milliseconds that the sandbox is ahead of the platform's clock. */
  offset: number;
  /** The time at which it stands, or `null` while it runs. */
  frozenAt: number | null;
}

/** What time it is in the sandbox, and whether it runs. */
export interface Time {
  now(): number;
  readonly frozen: boolean;
  freeze(): void;
  run(): void;
  /** Stands at a time on the way to another. It is not reported: a process that dies there must not wake up frozen. */
  passThrough(at: number): void;
  /** The end of the way: stands there, or runs on from there. */
  arrive(at: number, running: boolean): void;
  reset(state?: ClockState): void;
}

export interface TimeOptions {
  platformNow: () => number;
  /** Where the time begins, and begins again after `reset`. */
  initial: () => ClockState;
  /** What it begins with instead. */
  state: ClockState | undefined;
  onChange: ((state: ClockState) => void) | undefined;
}

export function createTime({ platformNow, initial, state: kept, onChange }: TimeOptions): Time {
  let state = kept ?? initial();
  const now = () => state.frozenAt ?? platformNow() + state.offset;
  const change = (next: ClockState) => {
    state = next;
    onChange?.(state);
  };
  const runFrom = (at: number) => change({ offset: at - platformNow(), frozenAt: null });

  return {
    now,
    get frozen() {
      return state.frozenAt !== null;
    },
    freeze() {
      if (state.frozenAt === null) change({ ...state, frozenAt: now() });
    },
    run() {
      if (state.frozenAt !== null) runFrom(state.frozenAt);
    },
    passThrough(at) {
      state = { ...state, frozenAt: at };
    },
    arrive(at, running) {
      if (running) runFrom(at);
      else change({ ...state, frozenAt: at });
    },
    reset: (next) => change(next ?? initial()),
  };
}
