import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { postgresDriver } from '../../../src/merchant/store/postgres/driver.ts';
import { sqlStore } from '../../../src/merchant/store/sql/store.ts';
import { testStore } from '../../contracts/store.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

testStore('postgresStore', async () => {
  const { config } = await server.schema();
  const pools = [new pg.Pool(config), new pg.Pool(config)] as const;
  // The database's clock, made to move by hand.
  await pools[0].query('CREATE TABLE test_clock (ms BIGINT)');
  await pools[0].query('INSERT INTO test_clock VALUES (1700000000000)');
  const clock = '(SELECT ms FROM test_clock)';
  const [store, other] = pools.map((pool) => sqlStore(postgresDriver({ pool, timeoutMs: 5_000, clock })));
  if (store === undefined || other === undefined) throw new Error('Two stores, one for each pool.');
  return {
    store,
    other,
    advance: async (ms) => void (await pools[0].query('UPDATE test_clock SET ms = ms + $1', [ms])),
    async close() {
      await store.close();
      await other.close();
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
});
