import { describe, expect, it } from 'vitest';
import { storeClock } from '../../../src/merchant/platform/storeClock.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';

function clocks() {
  const time = { store: 5_000_000, monotonic: 100, wall: 1_000, asked: 0 };
  const store = {
    ...memoryStore(),
    now: async () => {
      time.asked++;
      return time.store;
    },
  };
  const local = { monotonic: () => time.monotonic, wall: () => time.wall };
  const pass = (ms: number, which: ('store' | 'monotonic' | 'wall')[] = ['store', 'monotonic', 'wall']) => {
    for (const name of which) time[name] += ms;
  };
  return { time, pass, clock: storeClock(store, local) };
}

describe('the store’s clock', () => {
  it('T51 is the store’s, however wrong ours is, and is asked every ten seconds', async () => {
    const { time, pass, clock } = clocks();
    expect(await clock()).toBe(5_000_000);
    for (let n = 0; n < 20; n++) {
      pass(1_000);
      expect(await clock()).toBe(time.store);
    }
    expect(time.asked).toBeLessThanOrEqual(3);
  });

  it('F48 asks again when somebody sets our clock', async () => {
    const { time, pass, clock } = clocks();
    await clock();
    pass(3_600_000, ['wall']);
    expect(await clock()).toBe(time.store);
    expect(time.asked).toBe(2);
    pass(-7_200_000, ['wall']);
    expect(await clock()).toBe(time.store);
    expect(time.asked).toBe(3);
  });

  it('F26 asks again after a sleep that stopped our monotonic clock', async () => {
    const { time, pass, clock } = clocks();
    await clock();
    pass(600_000, ['wall', 'store']);
    expect(await clock()).toBe(time.store);
  });

  it('fails with the store, and recovers with it', async () => {
    let down = true;
    const store = { ...memoryStore(), now: async () => (down ? Promise.reject(new Error('gone')) : 7) };
    const clock = storeClock(store, { monotonic: () => 0, wall: () => 0 });
    await expect(clock()).rejects.toThrow('gone');
    down = false;
    expect(await clock()).toBe(7);
  });
});
