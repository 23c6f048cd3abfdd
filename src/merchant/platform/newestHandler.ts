const HANDLERS = Symbol.for('hpp-checkout.handlers');

/** By address and mode: what stops the background work of the handler that was made last. */
type Newest = Map<string, () => void>;

/** A handler's place among those of its process. */
export interface Place {
  /** Whether one of the same address and mode was there before. */
  readonly isReplacement: boolean;
  /** Gives the place up, where it is still its own. */
  leave(): void;
}

const ALONE: Place = { isReplacement: false, leave() {} };

/**
 * In development a module that makes a handler is evaluated anew with every change (Next.js, Vite, tsx in one process), and
 * nobody closes the handler of the last time: each would go on sweeping. So only the newest of one address and mode works in the
 * background. Handlers of several merchants have addresses of their own, and go on. In production nothing is evaluated twice,
 * and this does nothing.
 *
 * @param key address and mode.
 * @param stop stops the background work, once a newer handler takes the place.
 */
export function takePlace(key: string, stop: () => void): Place {
  if (globalThis.process?.env?.NODE_ENV === 'production') return ALONE;
  const shared = globalThis as { [HANDLERS]?: Newest };
  shared[HANDLERS] ??= new Map();
  const newest = shared[HANDLERS];
  const before = newest.get(key);
  before?.();
  newest.set(key, stop);
  return {
    isReplacement: before !== undefined,
    leave() {
      if (newest.get(key) === stop) newest.delete(key);
    },
  };
}
