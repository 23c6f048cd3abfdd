import { beforeEach, describe, expect, it } from 'vitest';
import { createExpiryClock } from '../../src/checkout/clock.ts';
import { addMs, msUntil } from '../../src/checkout/instant.ts';
import { FakeClock } from '../support/fakeClock.ts';

describe('the expiry clock', () => {
  let time: FakeClock;
  let ticks: number[];
  const now = () => ({ monotonic: time.monotonic(), wall: time.wall() });
  const start = (lifeMs = 120_000, sentAt = now()) =>
    createExpiryClock({
      expiresAt: addMs(sentAt, lifeMs),
      now,
      timers: time,
      onTick: (left) => ticks.push(left),
    });

  beforeEach(() => {
    time = new FakeClock();
    ticks = [];
  });

  it('says nothing until a minute is left, then each second, then once zero', async () => {
    start();
    await time.advance(59_999);
    expect(ticks).toEqual([]);
    await time.advance(1);
    expect(ticks).toEqual([60_000]);
    await time.advance(2_000);
    expect(ticks).toEqual([60_000, 59_000, 58_000]);
    await time.advance(100_000);
    expect(ticks).toHaveLength(61);
    expect(ticks.at(-1)).toBe(0);
    expect(time.pending).toBe(0);
  });

  it('counts from the moment the session was asked for, not from its arrival', async () => {
    const sentAt = now();
    await time.advance(70_000);
    start(120_000, sentAt);
    expect(ticks).toEqual([50_000]);
  });

  it('F26 sees a sleep that stopped the monotonic clock, as soon as it is asked to check', async () => {
    const clock = start();
    time.wallOffset += 130_000;
    clock.check();
    expect(ticks).toEqual([0]);
  });

  it('F26 does not give life back when the wall clock is set back', async () => {
    const expiresAt = addMs(now(), 120_000);
    await time.advance(100_000);
    time.wallOffset -= 3_600_000;
    expect(msUntil(expiresAt, now())).toBe(20_000);
  });

  it('has one timer, however often it is told to look', async () => {
    const clock = start();
    clock.check();
    clock.check();
    expect(time.pending).toBe(1);
    await time.advance(61_000);
    expect(ticks).toEqual([60_000, 59_000]);
    expect(time.pending).toBe(1);
  });

  it('is told nothing more once it was stopped, not even when it is asked', () => {
    const clock = start(30_000);
    clock.stop();
    clock.check();
    expect(ticks).toEqual([30_000]);
    expect(time.pending).toBe(0);
  });

  it('may be stopped by what it says', async () => {
    const clock = createExpiryClock({
      expiresAt: addMs(now(), 61_000),
      now,
      timers: time,
      onTick(left) {
        ticks.push(left);
        clock.stop();
      },
    });
    await time.advance(60_000);
    expect(ticks).toEqual([60_000]);
    expect(time.pending).toBe(0);
  });

  it('leaves no timer when it is stopped', async () => {
    start().stop();
    expect(time.pending).toBe(0);
    await time.advance(200_000);
    expect(ticks).toEqual([]);
  });
});
