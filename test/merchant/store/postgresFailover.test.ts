import { EventEmitter } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresDriver } from '../../../src/merchant/store/postgres/driver.ts';
import type { PgClient, PgPool } from '../../../src/merchant/store/postgres/pool.ts';
import { postgresStore } from '../../../src/merchant/store/postgres.ts';
import { notification } from '../../../src/testing/store/fixture.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

type Answer = (text: string) => readonly Record<string, unknown>[];
interface Server {
  /** What a look at it answers. */
  is: { is_standby: boolean; durability?: string };
  answer?: Answer;
  /** Why it cannot be connected to. */
  away?: Error;
}

const PRIMARY: Server = { is: { is_standby: false } };
const STANDBY: Server = { is: { is_standby: true } };
const failing = (code: string, text = 'the server says no') => Object.assign(new Error(text), { code });

/** A pool whose connections lead to these servers, one after the other; the last one again and again. Destroyed ones are not reused. */
function poolOf(servers: readonly Server[]) {
  const events = new EventEmitter();
  const texts: string[] = [];
  const idle: PgClient[] = [];
  let made = 0;
  const pool: PgPool = {
    on: (event: string, listener: (argument: never) => void) => events.on(event, listener as () => void),
    async connect() {
      const kept = idle.pop();
      if (kept !== undefined) return kept;
      const server = servers[Math.min(made++, servers.length - 1)] as Server;
      if (server.away !== undefined) throw server.away;
      const client: PgClient = {
        async query({ text }) {
          texts.push(text);
          if (text.includes('pg_is_in_recovery'))
            return { rows: [{ durability: 'on', isolation: 'read committed', ...server.is }] };
          return { rows: server.answer?.(text) ?? [{ answer: 1 }] };
        },
        release(destroy) {
          if (destroy !== true) idle.push(client);
        },
      };
      events.emit('connect', client);
      return client;
    },
  };
  const driver = postgresDriver({ pool, timeoutMs: 2_000 });
  return { driver, texts, connections: () => made };
}

const SELECT = { sql: 'SELECT 1 AS answer', values: [] };

describe('F55 a connection to a standby', () => {
  it('is not read from and not kept: the next one leads to the primary', async () => {
    const { driver, texts, connections } = poolOf([STANDBY, STANDBY, PRIMARY]);
    expect(await driver.read(SELECT)).toEqual([{ answer: 1 }]);
    expect(await driver.write({ decide: SELECT })).toEqual([{ answer: 1 }]);
    expect(connections()).toBe(3);
    expect(texts.filter((text) => text === SELECT.sql)).toHaveLength(2);
  });

  it('is looked at once: a kept one costs no round trip more', async () => {
    const { driver, texts } = poolOf([PRIMARY]);
    await driver.open();
    for (let index = 0; index < 3; index++) await driver.read(SELECT);
    expect(texts.filter((text) => text.includes('pg_is_in_recovery'))).toHaveLength(1);
  });

  it('where there is nothing else, ready() and every call say so, and nothing is written or migrated', async () => {
    const { driver, texts } = poolOf([STANDBY]);
    const sentence = {
      code: 'store_unavailable',
      message: expect.stringContaining('this server is a standby'),
    };
    await expect(driver.open()).rejects.toMatchObject(sentence);
    await expect(driver.read(SELECT)).rejects.toMatchObject(sentence);
    await expect(driver.migrate(function* () {}, 1_000)).rejects.toMatchObject(sentence);
    expect(texts.every((text) => text.includes('pg_is_in_recovery'))).toBe(true);
  });

  it('that was the primary a moment ago refuses the write (25006): done by another connection', async () => {
    const demoted: Server = {
      ...PRIMARY,
      answer: () => {
        throw failing('25006', 'cannot execute INSERT in a read-only transaction');
      },
    };
    const { driver, connections } = poolOf([demoted, PRIMARY]);
    expect(await driver.write({ decide: SELECT })).toEqual([{ answer: 1 }]);
    expect(connections()).toBe(2);
  });
});

describe('F55 a server that ends its sessions or does not take new ones', () => {
  it.each(['57P01', '57P02', '57P03'])('%s in the middle: done by a new connection', async (code) => {
    let calls = 0;
    const ending: Server = {
      ...PRIMARY,
      answer: () => {
        calls++;
        throw failing(code);
      },
    };
    const { driver, connections } = poolOf([ending, PRIMARY]);
    expect(await driver.write({ decide: SELECT })).toEqual([{ answer: 1 }]);
    expect([calls, connections()]).toEqual([1, 2]);
  });

  it.each(['57P03', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH'])(
    '%s when it is connected to: the next host is',
    async (code) => {
      const { driver, connections } = poolOf([{ ...PRIMARY, away: failing(code) }, PRIMARY]);
      expect(await driver.read(SELECT)).toEqual([{ answer: 1 }]);
      expect(connections()).toBe(2);
    },
  );

  it('gives up after a few, with the server’s own words', async () => {
    const { driver, connections } = poolOf([
      { ...PRIMARY, away: failing('57P03', 'the database system is starting up') },
    ]);
    await expect(driver.read(SELECT)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('the database system is starting up'),
    });
    expect(connections()).toBe(8);
  });

  it('a wrong password is not tried again', async () => {
    const { driver, connections } = poolOf([{ ...PRIMARY, away: failing('28P01') }, PRIMARY]);
    await expect(driver.read(SELECT)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(connections()).toBe(1);
  });
});

it('F55 the new primary’s own synchronous_commit=off is put right, though the old one had it on', async () => {
  const old: Server = {
    ...PRIMARY,
    answer: () => {
      throw failing('57P01');
    },
  };
  const { driver, texts } = poolOf([old, { is: { is_standby: false, durability: 'off' } }]);
  await driver.write({ decide: SELECT });
  expect(texts.find((text) => text.startsWith('BEGIN'))).toContain('SET LOCAL synchronous_commit = on');
});

describe('F55 a commit that its synchronous standby has not confirmed', () => {
  let server: TestPostgres;
  let admin: pg.Pool;
  let shop: pg.Pool;
  beforeAll(async () => {
    server = await startPostgres();
    const { config } = await server.schema();
    admin = new pg.Pool(config);
    shop = new pg.Pool(config);
  });
  afterAll(async () => {
    await Promise.all([admin?.end(), shop?.end()]);
    await server?.stop();
  });
  const waitFor = async (names: string) => {
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await admin.query('SELECT pg_reload_conf()');
    await until(async () => {
      const { rows } = await admin.query('SHOW synchronous_standby_names');
      return rows[0].synchronous_standby_names === names;
    });
  };

  it('is no acknowledgement, though the server answers that it has committed', async () => {
    const store = postgresStore(shop);
    await store.ready();
    await store.receive(notification());
    // ALTER SYSTEM waits for nobody: it writes a file.
    await waitFor('nobody');
    const arrived = notification();
    const received = store.receive(arrived);
    const refused = expect(received).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('stopped waiting for its standby'),
    });
    await until(async () => {
      const { rows } = await admin.query(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
      );
      return rows.length > 0;
    });
    await refused;
    await waitFor('');
    expect(await store.receive(arrived)).toBe('seen');
  });
});
