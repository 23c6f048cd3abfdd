import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { monotonicClock } from '../../../src/merchant/store/monotonicClock.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { created, event } from '../../../src/testing/store/fixture.ts';

const HOUR = 3_600_000;
const SLACK = 1_000;
let folder: string;
let wall: number;
const now = () => wall;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hpp-clock-'));
  wall = 1_700_000_000_000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sqlite = () => sqliteStore(join(folder, 'checkout.db'), { now });

describe.each<[string, () => CheckoutStore]>([
  ['memory', () => memoryStore({ now })],
  ['sqlite', sqlite],
])('T76 F48 a clock set back by an hour, on %s', (_name, open) => {
  let store: CheckoutStore;
  beforeEach(async () => {
    store = open();
    await store.ready();
  });
  afterEach(() => store.close());

  it('a dead worker’s lease ends when it should, and not an hour later', async () => {
    const session = await created(store, {}, { dueAt: 0 });
    expect(await store.claimOne(session.id, 10_000, true)).not.toBeNull();
    wall -= HOUR;
    expect(await store.claimOne(session.id, 10_000, true)).toBeNull();
    wall += 9_000;
    expect(await store.claimDue(10, 1_000, true)).toEqual([]);
    wall += 1_000 + SLACK;
    expect(await store.claimDue(10, 1_000, true)).toMatchObject([{ sessionId: session.id, fencingToken: 2 }]);
  });

  it('a session is due when it should be', async () => {
    await created(store, {}, { dueAt: (await store.now()) + 60_000 });
    wall -= HOUR;
    await store.now();
    wall += 60_000 + SLACK;
    expect(await store.claimDue(10, 1_000, true)).toHaveLength(1);
  });

  it('times never go down, and time goes on', async () => {
    const session = await created(store, {}, { events: [event('a')] });
    const times = [await store.now()];
    for (const step of [5_000, -HOUR, 10, -1, 2_000, -500, -10 * HOUR, 5_000, 20 * HOUR, -HOUR, 1_500]) {
      wall += step;
      await store.addEvents(session.id, [event('x')]);
      times.push(await store.now());
    }
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const at = (await store.listEvents(session.id)).map((each) => each.at);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    const before = await store.now();
    wall += 60_000;
    expect(await store.now()).toBeGreaterThanOrEqual(before + 59_000);
  });

  it('a rate limit opens again after its minute', async () => {
    for (let n = 0; n < 3; n++) await store.take('bucket', 3, 60_000);
    expect((await store.take('bucket', 3, 60_000)).allowed).toBe(false);
    wall -= HOUR;
    expect((await store.take('bucket', 3, 60_000)).allowed).toBe(false);
    wall += 60_000 + SLACK;
    expect((await store.take('bucket', 3, 60_000)).allowed).toBe(true);
  });
});

describe('T76 a clock set back, and more processes on one SQLite file', () => {
  it('one that starts afterwards sees a dead one’s lease end when it should', async () => {
    const dead = sqlite();
    const session = await created(dead, {}, { dueAt: 0 });
    wall += 30_000;
    expect(await dead.claimOne(session.id, 10_000, true)).not.toBeNull();
    await dead.close();
    wall -= HOUR;
    const next = sqlite();
    expect(await next.claimDue(10, 1_000, true)).toEqual([]);
    wall += 10_000 + 2 * SLACK;
    expect(await next.claimDue(10, 1_000, true)).toMatchObject([{ sessionId: session.id, fencingToken: 2 }]);
    await next.close();
  });

  it('one that slept through it agrees with the other on the time', async () => {
    const [awake, asleep] = [sqlite(), sqlite()];
    const session = await created(asleep, {}, { dueAt: 0 });
    wall += 2 * HOUR;
    await awake.claimOne(session.id, 10_000, true);
    wall -= HOUR;
    await awake.now();
    expect(await asleep.claimDue(10, 1_000, true)).toEqual([]);
    wall += 10_000 + 2 * SLACK;
    expect(await asleep.claimDue(10, 1_000, true)).toHaveLength(1);
    await awake.close();
    await asleep.close();
  });
});

describe('the clock that never runs back', () => {
  it('is the wall clock while that goes forward, also in leaps', () => {
    const clock = monotonicClock(now);
    for (const step of [0, 1, 5, 10 * HOUR]) {
      wall += step;
      expect(clock.now()).toBe(wall);
    }
  });

  it('stands still for a small step back and follows again: it does not run ahead for good', () => {
    const clock = monotonicClock(now);
    const before = clock.now();
    for (let n = 0; n < 1_000; n++) {
      wall -= 400;
      expect(clock.now()).toBe(before + n * 10);
      wall += 410;
      expect(clock.now()).toBe(wall);
    }
  });
});
