import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { postgresDriver } from '../../../src/merchant/store/postgres/driver.ts';
import { sqlStore } from '../../../src/merchant/store/sql/store.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { handlerWorld } from '../../support/handlerWorld.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let server: TestPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool((await server.schema()).config);
  await pool.query('CREATE TABLE test_clock (ms BIGINT); INSERT INTO test_clock VALUES (0)');
});
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

const stores: Record<string, (now: () => number) => CheckoutStore> = {
  memory: (now) => memoryStore({ now }),
  sqlite: (now) => sqliteStore(':memory:', { now }),
  postgres: () => sqlStore(postgresDriver({ pool, timeoutMs: 5_000, clock: '(SELECT ms FROM test_clock)' })),
};

describe.each(Object.keys(stores))('the sweep deletes what is old, on %s', (name) => {
  const open = async (limits = {}) => {
    const world = handlerWorld({
      store: stores[name] as (now: () => number) => CheckoutStore,
      handler: { limits },
    });
    const advance = async (ms: number) => {
      world.advance(ms);
      if (name === 'postgres') await pool.query('UPDATE test_clock SET ms = $1', [world.now()]);
    };
    await advance(0);
    const days = async (count: number) => {
      await advance(count * DAY);
      await world.handler.sweep();
    };
    /** A session whose customer was declined, long enough ago that nobody asks any more. */
    const ended = async (order: string) => {
      const id = await world.session(order);
      world.gateway.set({ Status: 'Declined' });
      await advance(200_000);
      await world.handler.sweep();
      await advance(30 * MINUTE);
      await world.handler.sweep();
      expect((await world.record(id)).status).toBe('failed');
      return id;
    };
    return { world, days, ended, advance };
  };

  it('T75 a session after 400 days, and not before; one for which something is due stays', async () => {
    const { world, days, ended } = await open();
    const [old, waiting] = [await ended('A-1'), await ended('A-2')];
    await world.store.bringForward(waiting, world.now() + 1_000 * DAY);
    await days(399);
    expect(await world.store.getSession(old)).not.toBeNull();
    await days(2);
    expect(await world.store.getSession(old)).toBeNull();
    expect(await world.store.listEvents(old)).toEqual([]);
    expect(await world.store.getSession(waiting)).not.toBeNull();
    await world.store.close();
  });

  it('T75 a notification of nobody’s after 30 days', async () => {
    const { world, days } = await open();
    const body = JSON.stringify({ Status: 'Processed', n: name });
    await world.fetch('/notify', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await days(29);
    expect(await world.store.listNotices(null, 10)).toHaveLength(1);
    await days(2);
    expect(await world.store.listNotices(null, 10)).toEqual([]);
    await world.store.close();
  });
});

describe('the pace of deleting', () => {
  it('is once a minute over all processes, 500 at a time', async () => {
    let now = 1_700_000_000_000;
    const memory = memoryStore({ now: () => now });
    const calls: unknown[] = [];
    const store: CheckoutStore = {
      ...memory,
      purge: (before, bounds) => {
        calls.push([now - before, now - (bounds?.noticesBefore ?? 0), bounds?.most]);
        return memory.purge(before, bounds);
      },
    };
    const limits = { retainSessionsMs: 10 * DAY, retainNotificationsMs: DAY };
    const worlds = Array.from({ length: 3 }, () => handlerWorld({ store: () => store, handler: { limits } }));
    for (let second = 0; second < 180; second++) {
      for (const world of worlds) await world.handler.sweep();
      for (const world of worlds) world.advance(1_000);
      now += 1_000;
    }
    expect(calls).toEqual(Array(3).fill([10 * DAY, DAY, 500]));
  });

  it('a purge that fails is told of, ends no sweep, and is tried again', async () => {
    let fail = true;
    let calls = 0;
    const world = handlerWorld({
      store: (now) => ({
        ...memoryStore({ now }),
        purge: async () => {
          calls++;
          if (fail) throw new Error('the disk is gone');
          return { sessions: 0, notices: 0 };
        },
      }),
    });
    expect(await world.handler.sweep()).toEqual({ looked: 0, failed: 0 });
    expect(world.logs.join()).toContain('the disk is gone');
    fail = false;
    world.advance(MINUTE + 1);
    await world.handler.sweep();
    expect(calls).toBe(2);
  });
});
