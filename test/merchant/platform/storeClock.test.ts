import { describe, expect, it } from 'vitest';
import { storeClock } from '../../../src/merchant/platform/storeClock.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

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

  it('F48 learns at once that the store’s own clock was set', async () => {
    const { time, pass, clock } = clocks();
    await clock();
    pass(3_600_000, ['store']);
    await clock.learn(async () => ({ now: time.store }));
    expect(await clock()).toBe(time.store);
    expect(time.asked).toBe(1);
  });

  it('does not take a slow answer for a clock that was set', async () => {
    const { time, pass, clock } = clocks();
    await clock();
    const early = time.store;
    await clock.learn(async () => {
      pass(3_000);
      return { now: early };
    });
    expect(await clock()).toBe(time.store);
  });

  it('asks anew when it is told to forget', async () => {
    const { time, pass, clock } = clocks();
    await clock();
    pass(60_000, ['store']);
    clock.forget();
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

describe('a store whose clock a shop’s test moves by itself', () => {
  function shop() {
    const unpaid: string[] = [];
    let ahead = 0;
    const harness = handlerHarness({
      store: (now) => memoryStore({ now: () => now() + ahead }),
      handler: {
        payLinks: { secret: 'a-secret-of-32-characters-or-more' },
        onUnpaid: ({ orderReference }) => void unpaid.push(orderReference),
      },
    });
    const pass = (ms: number) => {
      ahead += ms;
    };
    return { harness, unpaid, pass };
  }
  const MINUTE = 60_000;

  it('is what sweeps go by', async () => {
    const { harness, unpaid, pass } = shop();
    await harness.session('A-1');
    harness.gateway.set({ Status: 'Expired' });
    for (let minutes = 0; minutes < 60; minutes += 10) {
      pass(10 * MINUTE);
      await harness.handler.sweep();
    }
    expect(unpaid).toEqual(['A-1']);
  });

  it('is what pay links end by', async () => {
    const { harness, pass } = shop();
    const link = await harness.handler.payLink('A-1', { expiresAt: harness.now() + MINUTE });
    const path = link.slice(link.indexOf('/pay?'));
    expect((await harness.get(path)).status).toBe(200);
    pass(MINUTE);
    expect((await harness.get(path)).status).toBe(410);
  });

  it('is what a page is as old by', async () => {
    const { harness, pass } = shop();
    const first = await harness.session('A-1');
    harness.gateway.set({ Status: 'Expired' });
    pass(3 * MINUTE);
    expect(await harness.session('A-1')).not.toBe(first);
  });
});
