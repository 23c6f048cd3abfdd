import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSweeping } from '../../../src/merchant/settle/startSweeping.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const noted: unknown[][] = [];
const failures = {
  failed: (...what: unknown[]) => void noted.push(['failed', ...what]),
  succeeded: (...what: unknown[]) => void noted.push(['succeeded', ...what]),
};
beforeEach(() => void noted.splice(0));

it.each([
  [0, 1_000],
  [0.5, 1_100],
  [1, 1_200],
])(
  'sweeps up to 20 %% later than it was told: random %s, %s ms after the end of the last one',
  async (random, ms) => {
    let sweeps = 0;
    const stop = startSweeping(
      async () => sweeps++,
      1_000,
      failures,
      () => random,
    );
    for (const expected of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(sweeps).toBe(expected - 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(sweeps).toBe(expected);
    }
    await stop();
    expect(noted).toEqual([1, 2, 3].map(() => ['succeeded', 'sweep']));
  },
);

/** Every second, with sweeps that end when they are told to. */
function startSlowSweeping() {
  const ends: (() => void)[] = [];
  const stop = startSweeping(
    () => new Promise<void>((end) => ends.push(end)),
    1_000,
    failures,
    () => 0,
  );
  return { stop, ends };
}

it('the next one waits for the end of the one before', async () => {
  const { stop, ends } = startSlowSweeping();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await stop();
});

it('goes on after one that failed, and says so', async () => {
  let sweeps = 0;
  const error = new Error('the store is away');
  const sweep = async () => {
    if (++sweeps === 1) throw error;
  };
  const stop = startSweeping(sweep, 1_000, failures, () => 0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(noted).toEqual([
    ['failed', 'sweep', error, expect.stringContaining('next one')],
    ['succeeded', 'sweep'],
  ]);
  await stop();
});

it('stopped, it waits for the sweep in hand, and begins none', async () => {
  const { stop, ends } = startSlowSweeping();
  await vi.advanceTimersByTimeAsync(1_000);
  let hasStopped = false;
  const stopped = stop().then(() => {
    hasStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(hasStopped).toBe(false);
  ends[0]?.();
  await stopped;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ends).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('stopped before its first sweep, it makes none', async () => {
  let sweeps = 0;
  const stop = startSweeping(
    async () => sweeps++,
    1_000,
    failures,
    () => 0,
  );
  await stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([sweeps, vi.getTimerCount()]).toEqual([0, 0]);
});

it('its timer keeps no process alive, where timers can', async () => {
  vi.useRealTimers();
  const unref = vi.fn();
  vi.stubGlobal('setTimeout', () => ({ unref }));
  vi.stubGlobal('clearTimeout', () => {});
  const stop = startSweeping(
    async () => {},
    1_000,
    failures,
    () => 0,
  );
  expect(unref).toHaveBeenCalledOnce();
  await stop();
  // Of a browser's kind of runtime: a number, or an object without it.
  for (const timer of [7, {}]) {
    vi.stubGlobal('setTimeout', () => timer);
    await startSweeping(
      async () => {},
      1_000,
      failures,
      () => 0,
    )();
  }
  vi.unstubAllGlobals();
});
