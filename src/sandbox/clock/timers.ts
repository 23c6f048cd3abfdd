/** Timers of the platform; passed in so that this file reaches for nothing. */
export interface Timers {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once; the returned function cancels. Must not keep the process alive. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back again and again, likewise. */
  every(ms: number, callback: () => void): () => void;
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
