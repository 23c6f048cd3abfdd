/** Runs a task on the first call and shares its result; a failed one is run again by the next call. */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    if (running === null) {
      const started = task();
      running = started;
      started.catch(() => {
        if (running === started) running = null;
      });
    }
    return running;
  };
}
