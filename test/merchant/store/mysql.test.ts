import mysql from 'mysql2/promise';
import { afterAll, beforeAll } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { mysqlDriver } from '../../../src/merchant/store/mysql/driver.ts';
import { sqlStore } from '../../../src/merchant/store/sql/store.ts';
import { testStore } from '../../contracts/store.ts';
import { startMysql, type TestMysql } from '../../support/mysql.ts';

let server: TestMysql;
let pools: [mysql.Pool, mysql.Pool];
let stores: [CheckoutStore, CheckoutStore];

beforeAll(async () => {
  server = await startMysql();
  const config = await server.database();
  // One sends a write's statements one by one, the other together.
  pools = [mysql.createPool(config), mysql.createPool({ ...config, multipleStatements: true })];
  // The database's clock, made to move by hand.
  await pools[0].query('CREATE TABLE test_clock (ms BIGINT)');
  await pools[0].query('INSERT INTO test_clock VALUES (0)');
  // The suite writes hundreds at once, on a machine that may be busy.
  const open = (pool: mysql.Pool) =>
    sqlStore(mysqlDriver({ pool, timeoutMs: 60_000, clock: '(SELECT ms FROM test_clock)' }));
  stores = [open(pools[0]), open(pools[1])];
  await Promise.all(stores.map((store) => store.ready()));
});
afterAll(async () => {
  await Promise.all((stores ?? []).map((store) => store.close()));
  await Promise.all((pools ?? []).map((pool) => pool.end()));
  await server?.stop();
});

testStore('mysqlStore', async () => {
  const [pool] = pools;
  for (const table of ['hpp_sessions', 'hpp_notices', 'hpp_buckets', 'hpp_revocations', 'hpp_holders'])
    await pool.query(`DELETE FROM ${table}`);
  await pool.query('UPDATE test_clock SET ms = 1700000000000');
  return {
    store: stores[0],
    other: stores[1],
    advance: async (ms) => void (await pool.query('UPDATE test_clock SET ms = ms + ?', [ms])),
    close: async () => {},
  };
});
