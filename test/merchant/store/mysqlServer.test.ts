import mysql from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { literal } from '../../../src/merchant/store/mysql/literal.ts';
import { serverOf } from '../../../src/merchant/store/mysql/server.ts';
import { mysqlStore } from '../../../src/merchant/store/mysql.ts';
import { MIGRATIONS } from '../../../src/merchant/store/sql/migrations.ts';
import { created, event, notification, record, rested } from '../../../src/testing/store/fixture.ts';
import { testStoreServer } from '../../contracts/storeServer.ts';
import { MYSQL_NAME, startMysql, type TestMysql } from '../../support/mysql.ts';
import { watchedMysqlPool } from '../../support/store/watched.ts';

let server: TestMysql;
let config: mysql.PoolOptions;
let migrated: mysql.PoolOptions;
let pools: mysql.Pool[] = [];
let killer: mysql.Pool | null = null;
beforeAll(async () => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  server = await startMysql();
  migrated = await server.database();
  const first = mysql.createPool(migrated);
  await mysqlStore(first).ready();
  await first.end();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server?.stop();
});
beforeEach(async () => {
  config = migrated;
  const cleaner = await mysql.createConnection(config);
  await cleaner.query('DELETE FROM hpp_sessions');
  await cleaner.query('DELETE FROM hpp_notices');
  cleaner.destroy();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(pools.map((pool) => pool.end()));
  pools = [];
  killer = null;
});

function pool(more: mysql.PoolOptions = {}): mysql.Pool {
  const made = mysql.createPool({ ...config, ...more });
  pools.push(made);
  return made;
}

const openStore = (timeoutMs = 5_000, more: mysql.PoolOptions = {}) => mysqlStore(pool(more), { timeoutMs });

/** What the server says when it refuses. */
const refusal = (errno: number, message = 'refused') =>
  Object.assign(new Error(message), { errno, code: 'ER', sqlState: 'HY000' });

describe('several instances', () => {
  beforeEach(async () => {
    config = await server.database();
  });

  it('migrate an empty database at once', async () => {
    const stores = Array.from({ length: 8 }, () => openStore());
    await Promise.all(stores.map((store) => store.ready()));
    const [rows] = await pool().query('SELECT version FROM hpp_migrations ORDER BY version');
    expect(rows).toEqual(MIGRATIONS.map(({ version }) => ({ version })));
  });

  it('migrate by no function that later versions of MySQL have given up', async () => {
    const sent: string[] = [];
    await mysqlStore(watchedMysqlPool(pool(), (sql) => void sent.push(sql))).ready();
    // https://dev.mysql.com/doc/refman/9.6/en/legacy-hashing-component.html, https://dev.mysql.com/worklog/task/?id=10789
    const gone = /\b(MD5|SHA1?|PASSWORD|OLD_PASSWORD|(DES_)?(EN|DE)CRYPT|ENCODE|DECODE)\(/i;
    expect(sent.some((sql) => sql.includes('GET_LOCK('))).toBe(true);
    expect(sent.filter((sql) => gone.test(sql))).toEqual([]);
  });

  it('go on where one was killed in the middle of a migration', async () => {
    let steps = 0;
    const dying = watchedMysqlPool(pool(), (sql) => {
      if (/^(CREATE|ALTER)/.test(sql) && ++steps === 5) throw new Error('killed');
    });
    await expect(mysqlStore(dying).ready()).rejects.toMatchObject({ code: 'store_unavailable' });
    const store = openStore();
    const session = await created(store);
    expect((await store.getSession(session.id))?.value).toEqual(session);
  });

  it('run with a user who may neither create tables nor change the history, once another has migrated', async () => {
    await openStore().ready();
    const root = pool();
    const { database } = config;
    await root.query('DROP USER IF EXISTS shop');
    // With a password MySQL asks by caching_sha2_password, which wants a key of the server or TLS.
    await root.query("CREATE USER shop IDENTIFIED BY 'open sesame'");
    const [tables] = await root.query<mysql.RowDataPacket[]>("SHOW TABLES LIKE 'hpp\\_%'");
    for (const row of tables) {
      const table = String(Object.values(row)[0]);
      const rights = table === 'hpp_events' ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
      await root.query(`GRANT ${rights} ON ${database}.${table} TO shop`);
    }
    const store = openStore(5_000, { user: 'shop', password: 'open sesame' });
    const session = await rested(store, { status: 'failed' }, [event('created')]);
    expect((await store.getSession(session.id))?.value).toEqual(session);
    expect(await store.purge(Number.MAX_SAFE_INTEGER)).toMatchObject({ sessions: 1 });
    expect(await store.listEvents(session.id)).toEqual([]);
  });
});

describe('texts', () => {
  it('are never SQL: a literal means the same in each sql_mode and character set', async () => {
    const nasty = [
      "'",
      "\\'",
      '\\',
      "' OR 1=1 -- ",
      '?',
      '"',
      '`',
      '\u0000',
      '\n',
      'ä',
      '😀',
      '\u00bf\u0027',
      '%_',
      '',
    ];
    for (const mode of ['', 'NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES']) {
      for (const charset of ['utf8mb4', 'latin1', 'sjis', 'gbk']) {
        const client = await mysql.createConnection(config);
        await client.query(
          `SET sql_mode = '${mode}', character_set_client = ${charset}, character_set_results = utf8mb4`,
        );
        for (const text of nasty) {
          const [rows] = await client.query<mysql.RowDataPacket[]>({
            sql: `SELECT ${literal(text)} AS text`,
          });
          expect(rows, `${JSON.stringify(text)} in ${mode} ${charset}`).toEqual([{ text }]);
        }
        client.destroy();
      }
    }
  });

  it('T60 of references differ by case, accent and a space at the end', async () => {
    const store = openStore();
    const references = ['A-1', 'a-1', 'Á-1', 'A-1 ', ' A-1', 'A-1\t'];
    for (const orderReference of references) {
      expect(await store.createSession(record({ orderReference }), [], 0)).toEqual({ kind: 'created' });
    }
    for (const orderReference of references) {
      const found = await store.findSessions({ orderReference, test: true });
      expect(found.map(({ value }) => value.orderReference)).toEqual([orderReference]);
    }
  });

  it('too long for a key are refused, and nothing of them is stored', async () => {
    const store = openStore();
    const long = record({ orderReference: 'x'.repeat(513) });
    await expect(store.createSession(long, [], 0)).rejects.toMatchObject({ code: 'invalid_change' });
    expect(await store.getSession(long.id)).toBeNull();
  });

  it('stand in no error', async () => {
    const failing = watchedMysqlPool(pool(), (sql) => {
      if (!sql.startsWith('INSERT INTO hpp_sessions')) return;
      throw Object.assign(refusal(1114, 'The table is full'), { sql });
    });
    const error = await mysqlStore(failing)
      .createSession(record({ transactionToken: 'hush-hush' }), [], 0)
      .catch((reason: unknown) => reason);
    const { inspect } = await import('node:util');
    expect(error).toMatchObject({ code: 'store_unavailable' });
    expect(inspect(error, { depth: 9 })).not.toContain('hush-hush');
  });
});

describe('settings of the server', () => {
  it('and of the pool change nothing of what is kept', async () => {
    const root = pool();
    await root.query("SET GLOBAL time_zone = '+05:00', GLOBAL sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");
    await root.query('SET GLOBAL group_concat_max_len = 4');
    await root.query('SET GLOBAL TRANSACTION ISOLATION LEVEL SERIALIZABLE');
    try {
      const store = openStore(5_000, {
        charset: 'latin1_swedish_ci',
        timezone: '-03:00',
        dateStrings: true,
        supportBigNumbers: true,
        bigNumberStrings: true,
        rowsAsArray: true,
        namedPlaceholders: true,
        typeCast: false,
      });
      const session = await created(store, { order: '{"name":"Zoë \\\\ 😀"}' }, { dueAt: 0 });
      expect((await store.getSession(session.id))?.value).toEqual(session);
      expect(Math.abs((await store.now()) - Date.now())).toBeLessThan(60_000);
      const results = await Promise.all(
        Array.from({ length: 16 }, () => store.createSession(record({ orderReference: 'raced' }), [], 0)),
      );
      expect(results.filter(({ kind }) => kind === 'created')).toHaveLength(1);
      expect(await store.claimDue(99, 1_000, true)).toHaveLength(2);
      const takes = Array.from({ length: 4 }, () => store.take('asker', 3, 60_000));
      expect((await Promise.all(takes)).filter(({ allowed }) => allowed)).toHaveLength(3);
    } finally {
      await root.query('SET GLOBAL group_concat_max_len = DEFAULT');
      await root.query("SET GLOBAL time_zone = 'SYSTEM', GLOBAL sql_mode = DEFAULT");
      await root.query('SET GLOBAL TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    }
  });

  it('are ours again on a connection that the pool has reset', async () => {
    const store = openStore(5_000, { resetOnRelease: true, connectionLimit: 1 });
    const session = await created(store);
    await store.addEvents(session.id, [event('one')]);
    expect(await store.listEvents(session.id)).toHaveLength(1);
  });

  it('that lose commits are warned about', async () => {
    vi.mocked(process.emitWarning).mockClear();
    await openStore().ready();
    expect(process.emitWarning).toHaveBeenCalledWith(
      expect.stringContaining('innodb_flush_log_at_trx_commit'),
      { code: 'HPP_MYSQL_NOT_DURABLE' },
    );
  });

  it('that only read are refused, and one that writes again is taken', async () => {
    const root = pool();
    await root.query('SET GLOBAL read_only = 1');
    const store = openStore();
    try {
      await expect(store.ready()).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining('read_only'),
      });
    } finally {
      await root.query('SET GLOBAL read_only = 0');
    }
    expect(await store.receive(notification())).toBe('new');
  });

  it('a database is needed', async () => {
    const { database: _, ...none } = config;
    const nowhere = mysql.createPool(none);
    pools.push(nowhere);
    await expect(mysqlStore(nowhere).ready()).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('database'),
    });
  });

  const FACTS = { name: 'shop', read_only: 0, innodb_read_only: 0, packet: 16_777_216, flush: 1 };

  it.each([
    '8.0.17',
    '8.4.3',
    '9.1.0',
    '8.0.36-28',
    '10.6.0-MariaDB',
    '10.11.19-MariaDB-0+deb12u1',
    '11.4.2-MariaDB',
  ])('takes %s', (version) => {
    expect(serverOf({ ...FACTS, version }).isMariaDb).toBe(version.includes('Maria'));
  });

  it.each(['5.7.44', '8.0.16', '10.5.27-MariaDB', '5.5.5-MariaDB'])('refuses %s', (version) => {
    expect(() => serverOf({ ...FACTS, version })).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(version) }),
    );
  });

  it('refuses a server whose packets are too small for a batch', () => {
    expect(() => serverOf({ ...FACTS, version: '8.4.0', packet: 1_048_576 })).toThrow(/max_allowed_packet/);
  });
});

describe('a step that cannot go on', () => {
  it.each([
    ['a deadlock', 1213],
    ['a wait for a lock that took too long', 1205],
    ['a failover to a server that only reads', 1290],
    ['a node that is no part of its cluster', 1047],
  ])('runs again after %s', async (_what, errno) => {
    let times = 2;
    const store = mysqlStore(
      watchedMysqlPool(pool(), (sql) => {
        if (sql.startsWith('INSERT INTO hpp_notices') && times-- > 0) throw refusal(errno);
      }),
    );
    expect(await store.receive(notification())).toBe('new');
    expect(await store.listNotifications(null, 9)).toMatchObject([{ deliveries: 1 }]);
    expect(times).toBeLessThan(1);
  });

  it('leaves a server that has come to read only, since another address may be the one that writes', async () => {
    const own = pool({ connectionLimit: 1 });
    let destroyed = 0;
    const inner = watchedMysqlPool(own, (sql) => {
      if (sql.startsWith('INSERT INTO hpp_notices') && destroyed === 0) throw refusal(1290);
    });
    const store = mysqlStore({
      async getConnection() {
        const client = await inner.getConnection();
        return {
          ...client,
          destroy() {
            destroyed++;
            client.destroy();
          },
        };
      },
    });
    await store.ready();
    destroyed = 0;
    expect(await store.receive(notification())).toBe('new');
    expect(destroyed).toBe(1);
  });
});

it('close() leaves the pool to its owner', async () => {
  const own = pool();
  const store = mysqlStore(own);
  await store.ready();
  await store.close();
  expect((await own.query('SELECT 1 AS one'))[0]).toEqual([{ one: 1 }]);
});

it('takes a pool with callbacks too', async () => {
  const { createPool } = await import('mysql2');
  const own = createPool(config);
  expect(await mysqlStore(own).receive(notification())).toBe('new');
  await own.promise().end();
});

/** Statements one by one, and several at once. */
for (const multipleStatements of [false, true]) {
  testStoreServer(`${MYSQL_NAME}, multipleStatements: ${multipleStatements}`, {
    openStore: (timeoutMs) => openStore(timeoutMs, { multipleStatements }),
    openSmallStore(timeoutMs) {
      const small = pool({ connectionLimit: 1, multipleStatements });
      const take = async () => {
        const held = await small.getConnection();
        return () => held.release();
      };
      return { store: mysqlStore(small, { timeoutMs }), take };
    },
    openNowhere: () => openStore(1_000, { port: 1, multipleStatements }),
    connect: () => pool().getConnection(),
    async endConnections() {
      killer ??= pool({ connectionLimit: 1 });
      const [rows] = await killer.query<mysql.RowDataPacket[]>(
        'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()',
      );
      for (const { id } of rows) await killer.query(`KILL ${id}`).catch(() => {});
      return rows.length;
    },
  });
}
