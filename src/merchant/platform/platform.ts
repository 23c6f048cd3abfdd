import { DEFAULT_TIMEOUTS, type HandlerTimeouts } from './timeouts.ts';

/** What the handler takes from the machine it runs on; tests put their own in its place. Times in milliseconds. */
export interface HandlerPlatform {
  monotonic(): number;
  wall(): number;
  randomBytes(count: number): Uint8Array;
  uuid(): string;
  wait(ms: number): Promise<void>;
  /** Runs it once, later; it keeps no process alive. @returns calls it off. */
  later(ms: number, run: () => void): () => void;
  fetch(url: string, init: RequestInit): Promise<Response>;
  readonly timeouts: HandlerTimeouts;
}

/** What a test replaces. */
export type PlatformOverrides = Partial<Omit<HandlerPlatform, 'timeouts'>> & {
  readonly timeouts?: Partial<HandlerTimeouts>;
};

export function thisPlatform({ timeouts, ...overrides }: PlatformOverrides = {}): HandlerPlatform {
  return {
    monotonic: () => performance.now(),
    wall: () => Date.now(),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    uuid: () => crypto.randomUUID(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    later(ms, run) {
      const timer = setTimeout(run, ms);
      // Only Node's timers keep a process alive.
      (timer as { unref?: () => void }).unref?.();
      return () => clearTimeout(timer);
    },
    fetch: (url, init) => fetch(url, init),
    ...overrides,
    timeouts: { ...DEFAULT_TIMEOUTS, ...timeouts },
  };
}
