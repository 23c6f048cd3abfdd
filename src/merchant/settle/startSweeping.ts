import type { FailureLog } from '../observe/failureLog.ts';

/**
 * Sweeps again and again, `everyMs` after the last sweep ended, up to 20 % later so that several processes do not fall
 * into step. Does not keep the process alive.
 *
 * @returns stops it and waits for the sweep in hand.
 */
export function startSweeping(
  sweep: () => Promise<unknown>,
  everyMs: number,
  failures: FailureLog,
  random: () => number = Math.random,
): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout>;

  const plan = () => {
    timer = setTimeout(
      () => {
        running = run();
      },
      everyMs * (1 + 0.2 * random()),
    );
    if (typeof timer === 'object') timer.unref?.();
  };
  const run = async () => {
    try {
      await sweep();
      failures.succeeded('sweep');
    } catch (error) {
      failures.failed('sweep', error, 'A sweep failed; the next one tries again');
    }
    if (!stopped) plan();
  };
  plan();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
