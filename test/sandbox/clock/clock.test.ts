import { describe, expect, it } from 'vitest';
import { type ClockState, createClock } from '../../../src/sandbox/clock/clock.ts';
import { parseDuration } from '../../../src/sandbox/clock/duration.ts';
import type { Timers } from '../../../src/sandbox/clock/timers.ts';

/** The platform's time, moved by hand; counts the timers that are armed. */
function fakeTimers() {
  let now = 1_000_000;
  let armed: { at: number; callback: () => void }[] = [];
  const timers: Timers = {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      armed.push(timer);
      return () => {
        armed = armed.filter((other) => other !== timer);
      };
    },
    every: () => () => {},
  };
  return {
    timers,
    armed: () => armed.length,
    pass(ms: number) {
      now += ms;
      for (const timer of armed.filter(({ at }) => at <= now)) {
        armed = armed.filter((other) => other !== timer);
        timer.callback();
      }
    },
  };
}

function open(pace: 'real' | 'manual', state?: ClockState) {
  const platform = fakeTimers();
  const errors: unknown[] = [];
  const kept: ClockState[] = [];
  const clock = createClock({
    pace,
    timers: platform.timers,
    ...(state === undefined ? {} : { state }),
    onChange: (next) => kept.push(next),
    onJobError: (error) => errors.push(error),
  });
  return { clock, platform, errors, kept };
}

describe('a manual clock', () => {
  it('stands still, and runs jobs in order, each at its own time', async () => {
    const { clock, platform } = open('manual');
    const start = clock.now();
    const ran: [string, number][] = [];
    clock.schedule(start + 20, () => ran.push(['second', clock.now() - start]));
    clock.schedule(start + 10, () => {
      ran.push(['first', clock.now() - start]);
      clock.schedule(clock.now() + 5, () => ran.push(['from within', clock.now() - start]));
    });
    clock.schedule(start + 31, () => ran.push(['too late', 0]));
    platform.pass(1000);
    expect(ran).toEqual([]);
    await clock.advance(30);
    expect(ran).toEqual([
      ['first', 10],
      ['from within', 15],
      ['second', 20],
    ]);
    expect(clock.now() - start).toBe(30);
    expect(platform.armed()).toBe(0);
  });

  it('settle runs what is due, and what follows from it, and waits for it', async () => {
    const { clock } = open('manual');
    const ran: string[] = [];
    clock.schedule(clock.now(), async () => {
      await null;
      ran.push('a');
      clock.schedule(clock.now(), () => ran.push('b'));
    });
    clock.schedule(clock.now() + 1, () => ran.push('later'));
    await clock.settle();
    expect(ran).toEqual(['a', 'b']);
  });

  it('goes back without running a job twice, and cannot run by itself', async () => {
    const { clock } = open('manual');
    let runs = 0;
    const start = clock.now();
    clock.schedule(start + 10, () => runs++);
    await clock.set(start + 20);
    await clock.set(start);
    await clock.set(start + 20);
    expect(runs).toBe(1);
    expect(() => clock.run()).toThrow(/manual/);
    await expect(clock.advance(-1)).rejects.toThrow(RangeError);
    await expect(clock.advance(Number.NaN)).rejects.toThrow(RangeError);
  });

  it('reports what a job throws and goes on', async () => {
    const { clock, errors } = open('manual');
    let ran = false;
    clock.schedule(clock.now(), () => {
      throw new Error('oops');
    });
    clock.schedule(clock.now(), () => {
      ran = true;
    });
    await clock.settle();
    expect(errors).toEqual([new Error('oops')]);
    expect(ran).toBe(true);
  });
});

describe('a real clock', () => {
  it('runs jobs by itself, with one timer armed', () => {
    const { clock, platform } = open('real');
    const ran: string[] = [];
    clock.schedule(clock.now() + 20, () => ran.push('b'));
    clock.schedule(clock.now() + 10, () => ran.push('a'));
    expect(platform.armed()).toBe(1);
    platform.pass(10);
    expect(ran).toEqual(['a']);
    platform.pass(10);
    expect(ran).toEqual(['a', 'b']);
    expect(platform.armed()).toBe(0);
  });

  it('runs on after it was advanced, frozen and let go', async () => {
    const { clock, platform, kept } = open('real');
    const start = clock.now();
    await clock.advance(1000);
    expect(clock.now() - start).toBe(1000);
    clock.freeze();
    platform.pass(500);
    expect(clock.now() - start).toBe(1000);
    clock.run();
    platform.pass(500);
    expect(clock.now() - start).toBe(1500);
    expect(kept.at(-1)).toEqual({ offset: 500, frozenAt: null });
  });

  it('two moves at once both count, and it runs on', async () => {
    const { clock, platform } = open('real');
    const start = clock.now();
    clock.schedule(start + 10, () => new Promise((resolve) => setImmediate(resolve)));
    await Promise.all([clock.advance(1000), clock.advance(500)]);
    expect([clock.now() - start, clock.frozen]).toEqual([1500, false]);
    platform.pass(1);
    expect(clock.now() - start).toBe(1501);
  });

  it('reports no state in which it would wake up frozen while it is being moved', async () => {
    const { clock, kept } = open('real');
    clock.schedule(clock.now() + 10, () => {});
    await clock.advance(100);
    expect(kept).toEqual([{ offset: 100, frozenAt: null }]);
  });

  it('wakes in the time that it was left in', () => {
    const { clock } = open('real', { offset: 5000, frozenAt: null });
    expect(clock.now()).toBe(1_005_000);
  });

  it('waits by its own time, and leaves no timer behind when closed', async () => {
    const { clock, platform } = open('real');
    let waited = false;
    const wait = clock.wait(100).then(() => {
      waited = true;
    });
    platform.pass(99);
    await null;
    expect(waited).toBe(false);
    platform.pass(1);
    await wait;
    clock.schedule(clock.now() + 1, () => {});
    clock.close();
    expect(platform.armed()).toBe(0);
  });
});

describe('a time that no date can hold', () => {
  const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
  const TOO_FAR = [1e300, Number.POSITIVE_INFINITY, 8.64e15, LATEST + 1];

  it.each(['manual', 'real'] as const)(
    'is refused by a %s clock, which stays and can be moved on',
    async (pace) => {
      const { clock, platform, kept } = open(pace);
      const start = clock.now();
      const tooFar = /expected a time from 1970-01-01T00:00:00Z to 9999-12-31T23:59:59Z/;
      for (const ms of TOO_FAR) await expect(clock.advance(ms)).rejects.toThrow(tooFar);
      for (const at of [...TOO_FAR, -1, -8.64e15, Number.NaN])
        await expect(clock.set(at)).rejects.toThrow(tooFar);
      expect(clock.now()).toBe(start);
      expect(kept).toEqual([]);
      await clock.advance(10);
      expect(clock.now()).toBe(start + 10);
      clock.freeze();
      platform.pass(5);
      expect(clock.now()).toBe(start + 10);
    },
  );

  it('is refused for two moves of which the first leaves no room for the second', async () => {
    const { clock } = open('manual');
    const most = LATEST - clock.now();
    const moves = await Promise.allSettled([clock.advance(most), clock.advance(1), clock.set(5)]);
    expect(moves.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(clock.now()).toBe(5);
  });

  it('is refused as the start', () => {
    for (const startAt of [Number.NaN, 8.64e15, -1]) {
      const { timers } = fakeTimers();
      expect(() => createClock({ pace: 'manual', timers, startAt, onJobError() {} })).toThrow(RangeError);
    }
  });

  it('is the last moment of the year 9999 at most', async () => {
    const { clock } = open('manual');
    await clock.set(LATEST);
    expect(new Date(clock.now()).toISOString()).toBe('9999-12-31T23:59:59.999Z');
  });
});

describe('parseDuration', () => {
  it.each([
    [1500, 1500],
    ['1500', 1500],
    ['121s', 121_000],
    ['2m', 120_000],
    ['30d', 2_592_000_000],
    ['1h30m', 5_400_000],
    ['250ms', 250],
  ])('%j is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([-1, Number.NaN, '', 'soon', '5 m', '-5s', '1.5h', null, undefined, {}])('%j is none', (text) => {
    expect(() => parseDuration(text)).toThrow(/not a duration/);
  });
});
