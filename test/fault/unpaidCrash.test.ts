import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutHandler, PaymentContext } from '../../src/merchant/options.ts';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { mysqlDriver } from '../../src/merchant/store/mysql/driver.ts';
import { postgresDriver } from '../../src/merchant/store/postgres/driver.ts';
import { sqlStore } from '../../src/merchant/store/sql/store.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import type { CrashPoint } from '../support/crashStore.ts';
import { type HandlerHarness, handlerHarness } from '../support/handlerHarness.ts';
import { mortalStore } from '../support/mortalStore.ts';
import { MYSQL_NAME, startMysql } from '../support/mysql.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

/**
 * Kills at each store; `npm run test:crash`: 1,000. Without it (0) each store call of the memory store is killed before it and
 * after it, and those of the others before and after in turn; `HPP_WHOLE=1` has all of them killed both ways.
 */
const KILLS = Number(process.env.HPP_CRASH_KILLS ?? 0);
const IS_WHOLE = process.env.HPP_WHOLE === '1' || KILLS > 0;
const RACES = Number(process.env.HPP_RACE_ORDERS ?? 3);
const WAYS = 64;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Call {
  hook: 'onPayment' | 'onLatePayment' | 'onUnpaid' | 'onPending';
  order: string;
  key: string;
  late: boolean;
}

/** A shop on one store, several processes, and all that its hooks were told. */
interface Fixture {
  harness: HandlerHarness;
  calls: Call[];
  /** A process that goes on. */
  healthy: CheckoutHandler;
  /** A process that dies at a store call. */
  startDoomed(point: CrashPoint): { doomed: CheckoutHandler; died: Promise<void> };
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

type OpenStore = () => Promise<{
  store: (now: () => number) => CheckoutStore;
  setClock(now: number): Promise<void>;
  close(): Promise<void>;
}>;

async function openFixture(openStore: OpenStore): Promise<Fixture> {
  const calls: Call[] = [];
  const note =
    (hook: Call['hook']) =>
    (news: { orderReference: string; late?: true }, { idempotencyKey }: PaymentContext) =>
      void calls.push({ hook, order: news.orderReference, key: idempotencyKey, late: news.late ?? false });
  const opened = await openStore();
  let inner: CheckoutStore | undefined;
  const options = {
    handler: {
      onPayment: note('onPayment'),
      onLatePayment: note('onLatePayment'),
      onUnpaid: note('onUnpaid'),
      onPending: note('onPending'),
      limits: {
        sessionsPerAddress: 1e9,
        sessionsPerOrder: 1e9,
        sessionsPerOrderInTotal: 1e9,
        // Two days pass for each order, years for a thousand: what became of the first is still to be looked at.
        retainSessionsMs: Number.MAX_SAFE_INTEGER,
      },
    },
  };
  const harness = handlerHarness({
    ...options,
    store: (now) => {
      inner = opened.store(now);
      return inner;
    },
  });
  const store = inner;
  if (store === undefined) throw new Error('The harness opened no store.');
  await store.ready();
  await opened.setClock(harness.now());
  return {
    harness,
    calls,
    healthy: harness.anotherProcess(),
    startDoomed(point) {
      const mortal = mortalStore(store, point);
      return { doomed: harness.anotherProcess(mortal.store), died: mortal.died };
    },
    async advance(ms) {
      harness.advance(ms);
      await opened.setClock(harness.now());
    },
    close: opened.close,
  };
}

/** What the customer, the gateway and the doomed process do with one order; the last step is the one it dies in. */
const SCENARIOS: Record<
  string,
  (
    f: Fixture,
    order: string,
    step: (run: (doomed: CheckoutHandler) => Promise<unknown>) => Promise<void>,
  ) => Promise<void>
> = {
  async 'the page is left'({ harness, advance }, order, dying) {
    await harness.session(order);
    harness.gateway.set({ Status: 'Expired' });
    await advance(DAY);
    await dying((doomed) => doomed.sweep());
  },
  async 'the page is left, and paid after the crash'({ harness, advance }, order, dying) {
    await harness.session(order);
    harness.gateway.set({ Status: 'Expired' });
    await advance(DAY);
    await dying((doomed) => doomed.sweep());
    harness.gateway.pay();
    await harness.notify();
  },
  async 'a released order is tried again and paid'({ harness, healthy, advance }, order, dying) {
    await harness.session(order);
    harness.gateway.set({ Status: 'Expired' });
    await advance(DAY);
    await healthy.sweep();
    await harness.session(order);
    harness.gateway.pay();
    const { body, headers } = await harness.gateway.notification();
    const url = [...harness.gateway.ledger.values()].at(-1)?.request.callBackUrl ?? '';
    const tasks: Promise<unknown>[] = [];
    await dying(async (doomed) => {
      await doomed.fetch(new Request(url, { method: 'POST', body, headers }), {
        waitUntil: (task) => void tasks.push(task),
      });
      await Promise.all(tasks);
    });
  },
  async 'a voucher is taken'({ harness, advance }, order, dying) {
    const id = await harness.session(order);
    await harness.store.change(await sentBack(harness, id));
    await advance(3 * MINUTE);
    await dying((doomed) => doomed.sweep());
  },
};

/** As the return page notes it, without the poll that follows there. */
async function sentBack({ store, now }: HandlerHarness, id: string) {
  const stored = await store.getSession(id);
  if (stored === null) throw new Error(`No session ${id}.`);
  const next = { ...stored.value, returnedAt: now(), sentBackAt: now() };
  return { id, version: stored.version, next, events: [] };
}

const EXPECTED: Record<string, readonly string[]> = {
  'the page is left': ['onUnpaid'],
  'the page is left, and paid after the crash': ['onPayment', 'onUnpaid onLatePayment', 'onLatePayment'],
  'a released order is tried again and paid': ['onUnpaid onLatePayment'],
  'a voucher is taken': ['onPending onUnpaid'],
};

/** The hooks that an order was told by, in order, calls repeated after a crash once. */
const toldBy = (calls: readonly Call[], order: string): string =>
  [...new Set(calls.filter((call) => call.order === order).map(({ hook }) => hook))].join(' ');

const KEYS: Record<Call['hook'], RegExp> = {
  onPayment: /^.+:payment$/,
  onLatePayment: /^.+:payment$/,
  onUnpaid: /^.+:unpaid$/,
  onPending: /^.+:pending:[0-9a-f]{32}$/,
};

/** What must hold of an order's calls, whatever was killed or raced. */
function broken(calls: readonly Call[], order: string): string[] {
  const ours = calls.filter((call) => call.order === order);
  const hooks = ours.map(({ hook }) => hook);
  const wrong: string[] = [];
  if (hooks.includes('onPayment') && hooks.includes('onUnpaid'))
    wrong.push('released, and paid without the late call');
  if (hooks.includes('onPayment') && hooks.includes('onLatePayment')) wrong.push('paid twice');
  if (
    hooks.includes('onUnpaid') &&
    hooks.lastIndexOf('onUnpaid') > hooks.indexOf('onLatePayment') &&
    hooks.includes('onLatePayment')
  )
    wrong.push('released after it was paid');
  for (const hook of new Set(hooks)) {
    const keys = new Set(ours.filter((call) => call.hook === hook).map(({ key }) => key));
    if (keys.size !== 1 || ![...keys].every((key) => KEYS[hook].test(key)))
      wrong.push(`${hook}: keys ${[...keys]}`);
  }
  if (ours.some(({ hook, late }) => late !== (hook === 'onLatePayment'))) wrong.push('late is wrong');
  return wrong.map((what) => `${order}: ${what}`);
}

function suite(name: string, openStore: OpenStore): void {
  describe(name, () => {
    let fixture: Fixture;
    beforeAll(async () => {
      fixture = await openFixture(openStore);
    }, 120_000);
    afterAll(async () => {
      await fixture?.close();
    });

    /** @returns whether the process died, and what the order was told by in the end. */
    async function killedAt(scenario: string, order: string, point: CrashPoint): Promise<boolean> {
      const { startDoomed, advance, healthy } = fixture;
      let isDead = false;
      await SCENARIOS[scenario]?.(fixture, order, async (run) => {
        const { doomed, died } = startDoomed(point);
        isDead = await Promise.race([run(doomed).then(() => false), died.then(() => true)]);
      });
      // Leases end, hooks are repeated; a voucher that nobody has paid runs out.
      if (scenario === 'a voucher is taken') {
        await advance(2 * MINUTE);
        await healthy.sweep();
        fixture.harness.gateway.set({ Status: 'Expired' });
      }
      for (const minutes of [2, 20, 60, 24 * 60]) {
        await advance(minutes * MINUTE);
        await healthy.sweep();
      }
      return isDead;
    }

    for (const scenario of Object.keys(SCENARIOS)) {
      it(
        `F41 killed at every store call: ${scenario}`,
        async () => {
          const orders: string[] = [];
          let kills = 0;
          for (let round = 0; round === 0 || kills < KILLS / Object.keys(SCENARIOS).length; round++) {
            for (const pass of IS_WHOLE || name === 'memory' ? [0, 1] : [0]) {
              for (let call = 1, died = true; died; call++) {
                const when = (call + pass) % 2 === 0 ? 'after' : 'before';
                const order = `${scenario} ${round} ${pass} ${call}`;
                orders.push(order);
                died = await killedAt(scenario, order, { call, when });
                if (died) kills++;
              }
            }
          }
          const { calls, harness } = fixture;
          console.info(`${name}, ${scenario}: ${kills} kills, ${calls.length} calls of hooks`);
          expect(kills).toBeGreaterThan(8);
          expect(orders.flatMap((order) => broken(calls, order))).toEqual([]);
          for (const order of orders) {
            expect(EXPECTED[scenario]).toContain(toldBy(calls, order));
            const isLate = toldBy(calls, order).includes('onLatePayment');
            const paid = await harness.store.getFulfilment(order, true);
            const release = await harness.store.getRelease(order, true);
            expect([order, paid?.state ?? release?.state]).toEqual([order, 'done']);
            expect(paid?.late !== undefined).toBe(isLate);
          }
        },
        120_000 + KILLS * 500,
      );
    }

    it(
      `T9 ${WAYS} ways at once when the grace ends, half of them the payment: one is first, for each of ${RACES} orders`,
      async () => {
        const { harness, healthy, advance, calls } = fixture;
        const processes = [healthy, ...Array.from({ length: 3 }, () => harness.anotherProcess())];
        for (let race = 0; race < RACES; race++) {
          const order = `race ${race}`;
          await harness.session(order);
          harness.gateway.set({ Status: 'Expired' });
          await advance(10 * MINUTE);
          await healthy.sweep();
          await advance(20 * MINUTE);
          const { body, headers } = await harness.gateway.notification({ Status: 'Processed' });
          const url = [...harness.gateway.ledger.values()].at(-1)?.request.callBackUrl ?? '';
          const tasks: Promise<unknown>[] = [];
          await Promise.all(
            Array.from({ length: WAYS }, async (_, way) => {
              const process = processes[(way >> 1) % processes.length] as CheckoutHandler;
              if (way % 2 === race % 2) return process.sweep();
              // Each race lets the payment come a little later.
              for (let turn = 0; turn < race * 3; turn++) await new Promise(setImmediate);
              return process.fetch(new Request(url, { method: 'POST', body, headers }), {
                waitUntil: (task) => void tasks.push(task),
              });
            }),
          );
          await Promise.all(tasks);
          harness.gateway.pay();
          for (const minutes of [2, 20, 60]) {
            await advance(minutes * MINUTE);
            await healthy.sweep();
          }
          expect(broken(calls, order)).toEqual([]);
          expect(['onPayment', 'onUnpaid onLatePayment']).toContain(toldBy(calls, order));
          expect(await harness.store.getFulfilment(order, true)).toMatchObject({ state: 'done' });
        }
      },
      120_000 + RACES * 2_000,
    );
  });
}

suite('memory', async () => ({
  store: (now) => memoryStore({ now }),
  setClock: async () => {},
  close: async () => {},
}));

suite('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-unpaid-'));
  let opened: CheckoutStore | undefined;
  return {
    store: (now) => {
      opened = sqliteStore(join(folder, 'shop.sqlite'), { now });
      return opened;
    },
    setClock: async () => {},
    async close() {
      await opened?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

suite('PostgreSQL', async () => {
  const server: TestPostgres = await startPostgres();
  const { config } = await server.schema();
  const pool = new pg.Pool({ ...config, max: 8 });
  await pool.query('CREATE TABLE test_clock (ms BIGINT)');
  await pool.query('INSERT INTO test_clock VALUES (1700000000000)');
  const store = sqlStore(postgresDriver({ pool, timeoutMs: 20_000, clock: '(SELECT ms FROM test_clock)' }));
  return {
    store: () => store,
    setClock: async (now) => void (await pool.query('UPDATE test_clock SET ms = $1', [now])),
    async close() {
      await store.close();
      await pool.end();
      await server.stop();
    },
  };
});

// One by one, a write's statements are killed between in `fault/handlerCrash.test.ts`.
for (const multipleStatements of IS_WHOLE ? [false, true] : [true]) {
  suite(`${MYSQL_NAME}, multipleStatements: ${multipleStatements}`, async () => {
    const server = await startMysql();
    const pool = mysql.createPool({ ...(await server.database()), connectionLimit: 8, multipleStatements });
    await pool.query('CREATE TABLE test_clock (ms BIGINT)');
    await pool.query('INSERT INTO test_clock VALUES (1700000000000)');
    const store = sqlStore(mysqlDriver({ pool, timeoutMs: 20_000, clock: '(SELECT ms FROM test_clock)' }));
    return {
      store: () => store,
      setClock: async (now) => void (await pool.query('UPDATE test_clock SET ms = ?', [now])),
      async close() {
        await store.close();
        await pool.end();
        await server.stop();
      },
    };
  });
}
