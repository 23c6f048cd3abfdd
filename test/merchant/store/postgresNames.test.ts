import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import type { PgPool, PgQuery } from '../../../src/merchant/store/postgres/pool.ts';
import { statementNames } from '../../../src/merchant/store/postgres/statementNames.ts';
import { postgresStore } from '../../../src/merchant/store/postgres.ts';
import { created, notification, record } from '../../../src/testing/store/fixture.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

/*
 * Statements that the server keeps planned under a name, and what may become of a name: a pooler in transaction mode leads to a
 * connection of the server that does not know it, or knows it from somebody else; a migration changes what it gives.
 */

let server: TestPostgres;
let inner: pg.Pool;
let store: CheckoutStore;
let sent: PgQuery[] = [];
/** On the connection, before each query. */
let before: (client: pg.PoolClient, query: PgQuery) => Promise<unknown>;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await inner?.end();
  await server?.stop();
});
beforeEach(async () => {
  await inner?.end();
  inner = new pg.Pool({ ...(await server.schema()).config, max: 1 });
  sent = [];
  before = async () => {};
  const pool: PgPool = {
    async connect() {
      const client = await inner.connect();
      return {
        async query(query) {
          sent.push(query);
          await before(client, query);
          return client.query(query);
        },
        release: (destroy) => client.release(destroy),
      };
    },
  };
  store = postgresStore(pool);
  await store.ready();
});

const named = () => sent.filter(({ name }) => name !== undefined).length;
const prepared = async () => {
  const { rows } = await inner.query('SELECT name FROM pg_prepared_statements ORDER BY name');
  return rows.map(({ name }) => String(name));
};

it('a statement by key is prepared once a connection, a batch of notifications never', async () => {
  const { id } = await created(store);
  const one = await prepared();
  expect(one.length).toBeGreaterThan(0);
  for (let round = 0; round < 8; round++) await store.getSession(id);
  const two = await prepared();
  expect(two.length).toBe(one.length + 1);
  await store.receive(notification());
  await store.listSessions({ statuses: ['open'], limit: 9 });
  expect(await prepared()).toEqual(two);
});

it('no longer named once the server does not know a name: a pooler leads elsewhere', async () => {
  const first = await created(store);
  // As if the next transaction were on another connection of the server.
  before = async (client, { name }) => name !== undefined && client.query('DEALLOCATE ALL');
  const second = record();
  expect(await store.createSession(second, [], 0)).toEqual({ kind: 'created' });
  sent = [];
  expect(await store.getSession(first.id)).not.toBeNull();
  expect(await store.getSession(second.id)).not.toBeNull();
  expect(named()).toBe(0);
});

it('no longer named once the server knows the name from another client', async () => {
  const { id } = await created(store);
  before = async (client, { name }) => {
    before = async () => {};
    await client.query(`PREPARE ${name} AS SELECT 'not ours' AS id`);
  };
  expect((await store.getSession(id))?.value.id).toBe(id);
  sent = [];
  await store.getSession(id);
  expect(named()).toBe(0);
});

it('named anew when a migration has added a column, and the write is done once', async () => {
  const { id } = await created(store);
  for (let round = 0; round < 8; round++) await store.getSession(id);
  await inner.query('ALTER TABLE hpp_sessions ADD COLUMN of_a_later_release TEXT');
  const found = await store.getSession(id);
  expect(found?.value.id).toBe(id);
  expect(await store.createSession(record(), [], 0)).toEqual({ kind: 'created' });
  sent = [];
  await store.getSession(id);
  expect(named()).toBe(1);
});

it('so many names and no more: each connection keeps each of them', () => {
  const names = statementNames();
  const given = Array.from({ length: 1_000 }, (_, index) => names.of(`SELECT ${index}`));
  const kept = given.filter((name) => name !== undefined);
  expect(new Set(kept).size).toBe(100);
  expect(names.of('SELECT 0')).toBe(given[0]);
  // Longer names are cut by the server, and then two are one: https://www.postgresql.org/docs/current/sql-syntax-lexical.html
  for (const name of kept) expect(name.length).toBeLessThan(64);
});
