import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PgPool } from '../../../src/merchant/store/postgres/pool.ts';
import { postgresStore } from '../../../src/merchant/store/postgres.ts';
import { MIGRATIONS } from '../../../src/merchant/store/sql/migrations.ts';
import { created, event, notification, record, rested } from '../../../src/testing/store/fixture.ts';
import { testStoreServer } from '../../contracts/storeServer.ts';
import { startPostgres, type TestPostgres, type TestSchema } from '../../support/postgres.ts';

let server: TestPostgres;
let schema: TestSchema;
let pools: pg.Pool[] = [];
let killer: pg.Pool | null = null;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  schema = await server.schema();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(pools.map((pool) => pool.end()));
  pools = [];
  killer = null;
});

function pool(config: pg.PoolConfig = {}): pg.Pool {
  const made = new pg.Pool({ ...schema.config, ...config });
  pools.push(made);
  return made;
}

const openStore = (timeoutMs = 5_000, config: pg.PoolConfig = {}) =>
  postgresStore(pool(config), { timeoutMs });

/** The pool with every statement's text written down. */
function recorded(inner: pg.Pool): { pool: PgPool; texts: string[] } {
  const texts: string[] = [];
  const outer: PgPool = {
    async connect() {
      const client = await inner.connect();
      return {
        query: (query) => {
          texts.push(query.text);
          return client.query(query);
        },
        release: (destroy) => client.release(destroy),
      };
    },
  };
  return { pool: outer, texts };
}

describe('several instances', () => {
  it('migrate an empty database at once', async () => {
    const stores = Array.from({ length: 8 }, () => openStore());
    await Promise.all(stores.map((store) => store.ready()));
    const { rows } = await pool().query('SELECT version FROM hpp_migrations ORDER BY version');
    expect(rows).toEqual(MIGRATIONS.map(({ version }) => ({ version: String(version) })));
  });

  it('run with a role that may neither create tables nor touch the history, once another has migrated', async () => {
    await openStore().ready();
    await pool().query(`
      DROP ROLE IF EXISTS shop; CREATE ROLE shop LOGIN;
      GRANT USAGE ON SCHEMA ${schema.name} TO shop;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema.name} TO shop;
      REVOKE UPDATE, DELETE ON ${schema.name}.hpp_events FROM shop`);
    const store = openStore(5_000, { user: 'shop' });
    const session = await rested(store, { status: 'failed' }, [event('created')]);
    expect((await store.getSession(session.id))?.value).toEqual(session);
    expect(await store.purge(Number.MAX_SAFE_INTEGER)).toMatchObject({ sessions: 1 });
    expect(await store.listEvents(session.id)).toEqual([]);
  });
});

describe('the clock', () => {
  it.each([3_600_000, -3_600_000])(
    'F48 is the database’s, also on a server whose clock is off by %i ms',
    async (jump) => {
      const [right, wrong] = [openStore(), openStore()];
      await Promise.all([right.ready(), wrong.ready()]);
      const session = await created(right, {}, { dueAt: 0 });
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
      // By far less than the jump: each asks the database at another time.
      expect(Math.abs((await wrong.now()) - (await right.now()))).toBeLessThan(600_000);
      const claim = await wrong.claimOne(session.id, 60_000, true);
      vi.useRealTimers();
      expect(claim).not.toBeNull();
      expect(await right.claimDue(9, 60_000, true)).toEqual([]);
      expect(await right.claimOne(session.id, 60_000, true)).toBeNull();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
      if (claim !== null) await wrong.finish(claim, (await wrong.now()) - 1);
      vi.useRealTimers();
      expect(await right.claimDue(9, 60_000, true)).toHaveLength(1);
    },
  );

  it('stamps notifications and events with it', async () => {
    const store = openStore();
    const session = await created(store, {}, { events: [event('created')] });
    await store.receive(notification({ sessionId: session.id }));
    const now = await store.now();
    const [stored] = await store.listNotifications(session.id, 1);
    for (const at of [stored?.firstAt, stored?.lastAt, (await store.listEvents(session.id))[0]?.at]) {
      expect(Math.abs((at ?? 0) - now)).toBeLessThan(60_000);
    }
  });
});

describe('settings of the database', () => {
  it('do not weaken a commit: synchronous_commit=off is put right for our own', async () => {
    const { pool: watched, texts } = recorded(
      pool({ options: `${schema.config.options} -c synchronous_commit=off` }),
    );
    await postgresStore(watched).receive(notification());
    const begins = texts.filter((text) => text.startsWith('BEGIN'));
    expect(begins.length).toBeGreaterThan(0);
    for (const begin of begins) expect(begin).toContain('SET LOCAL synchronous_commit = on');
  });

  it('do not change what a step sees: a serialisable default is overridden', async () => {
    const options = `${schema.config.options} -c default_transaction_isolation=serializable`;
    const [a, b] = [openStore(5_000, { options }), openStore(5_000, { options })];
    await a.ready();
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        (index % 2 ? a : b).createSession(record({ orderReference: 'raced' }), [], 0),
      ),
    );
    expect(results.filter(({ kind }) => kind === 'created')).toHaveLength(1);
  });

  it('of the pool: a missing connectionTimeoutMillis is warned about', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    await openStore().ready();
    expect(warned).not.toHaveBeenCalled();
    await openStore(5_000, { connectionTimeoutMillis: 0 }).ready();
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('connectionTimeoutMillis'), {
      code: 'HPP_POOL_WITHOUT_TIMEOUT',
    });
    warned.mockRestore();
  });
});

it('runs again after a deadlock', async () => {
  const inner = pool();
  let deadlocks = 1;
  const flaky: PgPool = {
    async connect() {
      const client = await inner.connect();
      return {
        query: async (query) => {
          if (query.text.startsWith('INSERT INTO hpp_notices') && deadlocks-- > 0) {
            throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
          }
          return await client.query(query);
        },
        release: (destroy) => client.release(destroy),
      };
    },
  };
  const store = postgresStore(flaky);
  expect(await store.receive(notification())).toBe('new');
  expect(await store.listNotifications(null, 9)).toMatchObject([{ deliveries: 1 }]);
  expect(deadlocks).toBeLessThan(1);
});

it('T10 a session that is created and paid between the look and the insert is seen: no second one', async () => {
  const store = openStore();
  const first = await created(store);
  const other = await pool().connect();
  await other.query('BEGIN');
  await other.query("UPDATE hpp_sessions SET order_reference = 'raced'");
  const second = store.createSession(record({ orderReference: 'raced' }), [], 0);
  const waiting = async () =>
    (await pool().query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length > 0;
  await expect.poll(waiting).toBe(true);
  await other.query("UPDATE hpp_sessions SET status = 'completed'");
  await other.query("INSERT INTO hpp_effects VALUES ('raced', 1, $1, 'pending', 0)", [first.id]);
  await other.query('COMMIT');
  other.release();
  expect(await second).toEqual({ kind: 'paid', sessionId: first.id });
});

it('close() leaves the pool to its owner', async () => {
  const own = pool();
  const store = postgresStore(own);
  await store.ready();
  await store.close();
  expect((await own.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

testStoreServer('PostgreSQL', {
  openStore,
  openSmallStore(timeoutMs) {
    const small = pool({ max: 1, connectionTimeoutMillis: 60_000 });
    const take = async () => {
      const held = await small.connect();
      expect(small.totalCount).toBe(1);
      return () => held.release();
    };
    return { store: postgresStore(small, { timeoutMs }), take };
  },
  openNowhere: () => openStore(1_000, { port: 1 }),
  connect: () => pool().connect(),
  async endConnections() {
    killer ??= pool({ max: 1 });
    const { rows } = await killer.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
    return rows.length;
  },
});
