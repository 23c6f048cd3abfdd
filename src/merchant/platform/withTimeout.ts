import { LONGEST_TIMER_MS } from '../../help/longestTimer.ts';

/**
 * Waits for a promise, and no longer than `ms`.
 *
 * A rejection that comes too late is nobody's any more: it is caught here, so that it ends no process.
 *
 * @param late makes the error that this rejects with when the time is over.
 */
export async function withTimeout<T>(task: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), Math.min(ms, LONGEST_TIMER_MS));
  });
  try {
    return await Promise.race([task, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
