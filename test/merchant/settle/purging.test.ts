import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { postgresDriver } from '../../../src/merchant/store/postgres/driver.ts';
import { sqlStore } from '../../../src/merchant/store/sql/store.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';
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
    const harness = handlerHarness({
      store: stores[name] as (now: () => number) => CheckoutStore,
      handler: { limits },
    });
    const advance = async (ms: number) => {
      harness.advance(ms);
      if (name === 'postgres') await pool.query('UPDATE test_clock SET ms = $1', [harness.now()]);
    };
    await advance(0);
    const days = async (count: number) => {
      await advance(count * DAY);
      await harness.handler.sweep();
    };
    /** A session whose customer was declined, long enough ago that nobody asks any more. */
    const ended = async (order: string) => {
      const id = await harness.session(order);
      harness.gateway.set({ Status: 'Declined' });
      await advance(200_000);
      await harness.handler.sweep();
      await advance(30 * MINUTE);
      await harness.handler.sweep();
      expect((await harness.record(id)).status).toBe('failed');
      return id;
    };
    return { harness, days, ended, advance };
  };

  it('T75 a session after 400 days, and not before; one for which something is due stays', async () => {
    const { harness, days, ended } = await open();
    const [old, waiting] = [await ended('A-1'), await ended('A-2')];
    await harness.store.bringForward(waiting, harness.now() + 1_000 * DAY);
    await days(399);
    expect(await harness.store.getSession(old)).not.toBeNull();
    await days(2);
    expect(await harness.store.getSession(old)).toBeNull();
    expect(await harness.store.listEvents(old)).toEqual([]);
    expect(await harness.store.getSession(waiting)).not.toBeNull();
    await harness.store.close();
  });

  it('T75 a notification of nobody’s after 30 days', async () => {
    const { harness, days } = await open();
    const body = JSON.stringify({ Status: 'Processed', n: name });
    await harness.fetch('/notify', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await days(29);
    expect(await harness.store.listNotifications(null, 10)).toHaveLength(1);
    await days(2);
    expect(await harness.store.listNotifications(null, 10)).toEqual([]);
    await harness.store.close();
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
        calls.push([now - before, now - (bounds?.notificationsBefore ?? 0), bounds?.limit]);
        return memory.purge(before, bounds);
      },
    };
    const limits = { retainSessionsMs: 10 * DAY, retainNotificationsMs: DAY };
    const harnesses = Array.from({ length: 3 }, () =>
      handlerHarness({ store: () => store, handler: { limits } }),
    );
    for (let second = 0; second < 180; second++) {
      for (const harness of harnesses) await harness.handler.sweep();
      for (const harness of harnesses) harness.advance(1_000);
      now += 1_000;
    }
    expect(calls).toEqual(Array(3).fill([10 * DAY, DAY, 500]));
  });

  it('a purge that fails is told of, ends no sweep, and is tried again', async () => {
    let fail = true;
    let calls = 0;
    const harness = handlerHarness({
      store: (now) => ({
        ...memoryStore({ now }),
        purge: async () => {
          calls++;
          if (fail) throw new Error('the disk is gone');
          return { sessions: 0, notifications: 0 };
        },
      }),
    });
    expect(await harness.handler.sweep()).toEqual({ due: 0, failed: 0 });
    expect(harness.logs.join()).toContain('the disk is gone');
    fail = false;
    harness.advance(MINUTE + 1);
    await harness.handler.sweep();
    expect(calls).toBe(2);
  });
});
