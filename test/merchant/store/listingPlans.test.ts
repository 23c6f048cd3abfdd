import { createRequire } from 'node:module';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrders } from '../../../src/merchant/orders/createOrders.ts';
import type { Orders } from '../../../src/merchant/orders/types.ts';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { modeStore } from '../../../src/merchant/store/modeStore.ts';
import type { PgPool } from '../../../src/merchant/store/postgres/pool.ts';
import { postgresStore } from '../../../src/merchant/store/postgres.ts';
import type { SqliteDatabase } from '../../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { allDueStatement, fillStatements, orderOf, stuckOf } from '../../support/manyOrders.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

/*
 * What handler.orders reads, by the engine's own plan: only by index, and a few rows for each that it lists. The seconds on a hundred
 * thousand orders are measured by `npm run bench:orders`.
 */

const ORDERS = 4_000;
const NOW = 1_700_000_000_000;
/** Small: of a bigger share of the orders PostgreSQL rightly reads all. */
const LIMIT = 10;

const ordersOn = (store: CheckoutStore): Orders =>
  createOrders({
    store: modeStore(store, true),
    clock: async () => NOW,
    ready: () => store.ready(),
    settler: { sync: () => Promise.reject(new Error('Nobody asks.')) },
    wait: async () => {},
    test: true,
    limits: { pendingHoldMs: 900_000 },
    takesOrphans: false,
  });

/** Every page of what is stuck, and one order. Returns how many are stuck. */
async function useAll(orders: Orders): Promise<number> {
  let count = 0;
  let next: string | null = null;
  do {
    const page = await orders.stuck({ limit: LIMIT, ...(next === null ? {} : { after: next }) });
    count += page.stuck.length;
    next = page.next;
  } while (next !== null);
  expect((await orders.show(orderOf(1_234)))?.chain).toHaveLength(5);
  return count;
}

it('SQLite searches by an index, and sorts nothing', async () => {
  const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;
  const inner = new Libsql(':memory:');
  const statements = new Map<string, readonly unknown[]>();
  const database: SqliteDatabase = {
    exec: (sql) => inner.exec(sql),
    prepare(sql) {
      const statement = inner.prepare(sql);
      return {
        reader: statement.reader ?? true,
        run: (...values) => statement.run(...values),
        all(...values) {
          if (/^SELECT .*FROM hpp_/s.test(sql)) statements.set(sql, values);
          return statement.all(...values);
        },
      };
    },
    close: () => inner.close(),
  };
  const store = sqliteStore(database);
  await store.ready();
  for (const sql of fillStatements(ORDERS, NOW)) inner.exec(sql);
  statements.clear();

  expect(await useAll(ordersOn(store))).toBe(stuckOf(ORDERS));
  const plans = [...statements].map(([sql, values]) => ({
    sql,
    steps: inner
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map((row) => String((row as { detail: unknown }).detail)),
  }));
  expect(plans.length).toBeGreaterThan(8);
  // Rows of one time may be sorted among themselves: a page of the index at a time.
  const isGood = (step: string) =>
    /^SEARCH .* USING (COVERING )?INDEX/.test(step) ||
    /^CORRELATED SCALAR SUBQUERY/.test(step) ||
    /^USE TEMP B-TREE FOR (LAST TERM|RIGHT PART) OF ORDER BY/.test(step);
  // One order's sessions are a handful, which may be sorted; its index counts them (order_reference, test, nth).
  const isOneOrder = (sql: string) => / WHERE order_reference = \? AND test = \? ORDER BY /.test(sql);
  // A page that was chosen by its index is joined to, and sorted: the steps of its choice stand before it.
  const isPage = (sql: string) => / ORDER BY page\.listed_at, page\.listed_id$/.test(sql);
  const isSortOfFew = (sql: string, step: string) =>
    (step === 'USE TEMP B-TREE FOR ORDER BY' && (isOneOrder(sql) || isPage(sql))) ||
    /^(CO-ROUTINE|MATERIALIZE|SCAN) page$/.test(step);
  const isBad = (sql: string, step: string) => !isGood(step) && !isSortOfFew(sql, step);
  expect(plans.filter(({ sql, steps }) => steps.some((step) => isBad(sql, step)))).toEqual([]);
  inner.close();
});

describe('PostgreSQL', () => {
  let server: TestPostgres;
  let inner: pg.Pool;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: 'off' } });
    inner = new pg.Pool((await server.schema()).config);
  });
  afterAll(async () => {
    await inner?.end();
    await server?.stop();
  });

  interface Node {
    'Node Type': string;
    'Relation Name'?: string;
    'Actual Rows': number;
    'Actual Loops': number;
    'Rows Removed by Filter'?: number;
    Plans?: Node[];
  }
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  async function scansOf(sql: string, values: readonly unknown[]): Promise<Node[]> {
    const { rows } = await inner.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...values]);
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node['Node Type'].endsWith('Scan'));
  }
  const touchedBy = (scans: readonly Node[]): number =>
    scans.reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );

  it('scans by an index, and touches a few rows for each that it lists', async () => {
    const statements = new Map<string, readonly unknown[]>();
    const pool: PgPool = {
      async connect() {
        const client = await inner.connect();
        return {
          query(query) {
            const { text, values = [] } = query;
            if (/^SELECT .*FROM hpp_/s.test(text)) statements.set(text, values);
            return client.query(query);
          },
          release: (destroy) => client.release(destroy),
        };
      },
    };
    const store = postgresStore(pool);
    await store.ready();
    for (const sql of fillStatements(ORDERS, NOW)) await inner.query(sql);
    await inner.query('ANALYZE');
    statements.clear();

    expect(await useAll(ordersOn(store))).toBe(stuckOf(ORDERS));
    expect(statements.size).toBeGreaterThan(8);
    const costly: unknown[] = [];
    for (const [sql, values] of statements) {
      const scans = await scansOf(sql, values);
      const touched = touchedBy(scans);
      const isWhole = scans.some((node) => node['Node Type'] === 'Seq Scan');
      if (isWhole || touched > 10 * LIMIT) costly.push({ sql, touched, scans });
    }
    expect(costly).toEqual([]);

    // Nobody sweeps any more, and the statistics say that nothing is due: what is not on the page is not joined to anything.
    await inner.query('UPDATE hpp_due SET due_at = NULL');
    await inner.query('ANALYZE hpp_due');
    await inner.query(allDueStatement(NOW));
    statements.clear();
    const { stuck } = await ordersOn(store).stuck({ limit: LIMIT, after: '1' });
    expect(stuck.map(({ reason }) => reason)).toEqual(Array(LIMIT).fill('sweep_overdue'));
    expect(statements.size).toBe(1);
    for (const [sql, values] of statements) {
      const joined = (await scansOf(sql, values)).filter((node) => node['Relation Name'] !== 'hpp_due');
      expect(touchedBy(joined)).toBeLessThan(10 * LIMIT);
    }
  });
});
