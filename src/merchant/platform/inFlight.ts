/** What the handler has in hand, so that it can end in order. */
export interface InFlight {
  readonly isClosed: boolean;
  /** Runs it, and has `close` wait for it. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when what was in hand has ended, however it ended. */
  close(): Promise<void>;
}

export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    get isClosed() {
      return isClosed;
    },
    run(work) {
      const promise = work();
      running.add(promise);
      const forget = () => void running.delete(promise);
      promise.then(forget, forget);
      return promise;
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
    },
  };
}
