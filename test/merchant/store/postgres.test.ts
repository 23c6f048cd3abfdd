import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { postgresDriver } from '../../../src/merchant/store/postgres/driver.ts';
import { sqlStore } from '../../../src/merchant/store/sql/store.ts';
import { testStore } from '../../contracts/store.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

let server: TestPostgres;
let pools: [pg.Pool, pg.Pool];
let stores: [CheckoutStore, CheckoutStore];

beforeAll(async () => {
  server = await startPostgres();
  const { config } = await server.schema();
  pools = [new pg.Pool(config), new pg.Pool(config)];
  // The database's clock, made to move by hand.
  await pools[0].query('CREATE TABLE test_clock (ms BIGINT)');
  await pools[0].query('INSERT INTO test_clock VALUES (0)');
  // The suite writes hundreds at once, on a machine that may be busy.
  const open = (pool: pg.Pool) =>
    sqlStore(postgresDriver({ pool, timeoutMs: 60_000, clock: '(SELECT ms FROM test_clock)' }));
  stores = [open(pools[0]), open(pools[1])];
  await Promise.all(stores.map((store) => store.ready()));
});
afterAll(async () => {
  await Promise.all((stores ?? []).map((store) => store.close()));
  await Promise.all((pools ?? []).map((pool) => pool.end()));
  await server?.stop();
});

testStore('postgresStore', async () => {
  await pools[0].query(
    'DELETE FROM hpp_sessions; DELETE FROM hpp_notices; DELETE FROM hpp_buckets; DELETE FROM hpp_revocations; DELETE FROM hpp_holders; UPDATE test_clock SET ms = 1700000000000',
  );
  return {
    store: stores[0],
    other: stores[1],
    advance: async (ms) => void (await pools[0].query('UPDATE test_clock SET ms = ms + $1', [ms])),
    close: async () => {},
  };
});
