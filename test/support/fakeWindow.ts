import { FakeClock } from './fakeClock.ts';

type Listener = (event: never) => void;

/** A window that records what is posted to it, emits what it is told to, and counts its listeners. */
export class FakeWindow {
  readonly clock: FakeClock;
  readonly posted: { data: unknown; origin: string }[] = [];
  parent: FakeWindow = this;
  opener: FakeWindow | null = null;
  #listeners = new Map<string, Set<Listener>>();

  constructor(clock = new FakeClock(), parent?: FakeWindow) {
    this.clock = clock;
    if (parent) this.parent = parent;
  }

  setTimeout = (run: () => void, after?: number): number => this.clock.setTimeout(run, after);
  clearTimeout = (id: number): void => this.clock.clearTimeout(id);

  addEventListener(type: string, listener: Listener): void {
    const known = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, known.add(listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  postMessage(data: unknown, origin: string): void {
    this.posted.push({ data, origin });
  }

  emit(type: string, event: object = {}): void {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener({ type, ...event } as never);
  }

  /** A message as a browser delivers it. */
  message(data: unknown, origin: string, source: FakeWindow | null, isTrusted = true): void {
    this.emit('message', { data, origin, source, isTrusted });
  }

  get listenerCount(): number {
    let count = 0;
    for (const listeners of this.#listeners.values()) count += listeners.size;
    return count;
  }

  /** For arguments typed as the platform's own. */
  get asWindow(): Window & typeof globalThis {
    return this as never;
  }
}
