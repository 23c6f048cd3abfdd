import { createRequire } from 'node:module';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { mysqlStore } from '../../../src/merchant/store/mysql.ts';
import type { PgPool } from '../../../src/merchant/store/postgres/pool.ts';
import { postgresStore } from '../../../src/merchant/store/postgres.ts';
import type { SqliteDatabase } from '../../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { fillStatements } from '../../support/manyOrders.ts';
import { startMysql } from '../../support/mysql.ts';
import { startPostgres } from '../../support/postgres.ts';
import { forEachOperation, UNFINISHED } from '../../support/store/operations.ts';

/*
 * However many orders rest in a store, no operation reads a table from its beginning. What `handler.orders` lists is in
 * `listingPlans.test.ts`. `HPP_PLAN_ORDERS=100000` takes as many: a plan for few may be another than that for many, and both count.
 */

const ORDERS = Number(process.env.HPP_PLAN_ORDERS ?? 5_000);
const NOW = 1_700_000_000_000;

/** Beside the sessions that the operations make: other keys, and full tables of limits and revocations. */
function fill(): string[] {
  const orders = fillStatements(ORDERS, NOW).map((sql) =>
    sql
      .replaceAll(`'${'0'.repeat(24)}'`, `'${'f'.repeat(24)}'`)
      .replaceAll(/'(order|unique|digest)-'/g, "'filled-$1-'"),
  );
  return [
    ...orders,
    `INSERT INTO hpp_buckets (bucket, times, expires_at) SELECT 'filled-' || id, '[]', ${NOW * 2} FROM hpp_sessions`,
    `INSERT INTO hpp_revocations (name, times, keep_until) SELECT 'filled-' || id, 1, ${NOW * 2} FROM hpp_sessions`,
  ];
}

const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;

it('SQLite finds by an index what each operation reads', async () => {
  const inner = new Libsql(':memory:');
  const sent = new Map<string, readonly unknown[]>();
  const store = sqliteStore({
    exec: (sql) => inner.exec(sql),
    prepare(sql) {
      const statement = inner.prepare(sql);
      return {
        reader: statement.reader ?? true,
        all(...values) {
          sent.set(sql, values);
          return statement.all(...values);
        },
        run(...values) {
          sent.set(sql, values);
          return statement.run(...values);
        },
      };
    },
    close: () => inner.close(),
  });
  await store.ready();
  for (const sql of fill()) inner.exec(sql);
  sent.clear();
  await forEachOperation(store, async (_, run) => void (await run()));
  const statements = [...sent].filter(([sql]) => /hpp_(?!clock|migrations|holders)/.test(sql));
  expect(statements.length).toBeGreaterThan(30);
  // Now, since an engine that explains cannot commit.
  const scans = statements.flatMap(([sql, values]) => {
    const plan = inner.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as readonly { detail: string }[];
    return plan.flatMap(({ detail }) =>
      /^SCAN (hpp_|other|effect)/.test(detail) ? [`${detail}: ${sql}`] : [],
    );
  });
  expect(scans).toEqual([]);
  inner.close();
});

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

it('PostgreSQL plans an index for what each operation reads', async () => {
  const server = await startPostgres({ settings: { fsync: 'off' } });
  const inner = new pg.Pool((await server.schema()).config);
  const sent: { text: string; values: readonly unknown[] }[] = [];
  const pool: PgPool = {
    async connect() {
      const client = await inner.connect();
      return {
        query(query) {
          sent.push({ text: query.text, values: query.values ?? [] });
          return client.query(query);
        },
        release: (destroy) => client.release(destroy),
      };
    },
  };
  try {
    const store = postgresStore(pool);
    await store.ready();
    for (const sql of fill()) await inner.query(sql);
    await inner.query('ANALYZE');
    const scans: string[] = [];
    let looked = 0;
    await forEachOperation(store, async (operation, run) => {
      sent.length = 0;
      await run();
      for (const { text, values } of sent.splice(0)) {
        if (!/hpp_(?!migrations|holders)/.test(text)) continue;
        looked++;
        const { rows } = await inner.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
        for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
          if (node['Node Type'] === 'Seq Scan') scans.push(`${operation}: ${node['Relation Name']}: ${text}`);
        }
      }
    });
    expect(looked).toBeGreaterThan(30);
    expect(scans).toEqual([]);
  } finally {
    await inner.end();
    await server.stop();
  }
});

it('MySQL reads few rows for each operation, and makes no table in files for a session', async () => {
  const server = await startMysql();
  const config = await server.database();
  const pool = mysql.createPool({ ...config, multipleStatements: true });
  const admin = await mysql.createConnection(config);
  /** Of the whole server, which has no other work. */
  const counts = async (pattern: string): Promise<number> => {
    const [rows] = await admin.query<mysql.RowDataPacket[]>(`SHOW GLOBAL STATUS LIKE '${pattern}'`);
    return rows.reduce((sum, row) => sum + Number(row.Value), 0);
  };
  try {
    const store: CheckoutStore = mysqlStore(pool);
    await store.ready();
    await admin.query("SET SESSION sql_mode = 'PIPES_AS_CONCAT', max_recursive_iterations = 1000000");
    for (const sql of fill()) await admin.query(sql);
    await admin.query(
      'ANALYZE TABLE hpp_sessions, hpp_due, hpp_events, hpp_notices, hpp_effects, hpp_buckets, hpp_revocations',
    );
    const costly: string[] = [];
    const files: string[] = [];
    const watch = async (
      operation: string,
      run: () => Promise<unknown>,
      most = 1_000 + ORDERS / 100,
    ): Promise<void> => {
      // What asking for the counts costs is counted too: some hundred rows each time.
      const [rows, made] = [await counts('Handler_read_%'), await counts('Created_tmp_disk_tables')];
      await run();
      const [rowsNow, madeNow] = [await counts('Handler_read_%'), await counts('Created_tmp_disk_tables')];
      if (rowsNow - rows > most) costly.push(`${operation}: ${rowsNow - rows} rows`);
      if (madeNow > made) files.push(operation);
    };
    await forEachOperation(store, (operation, run) => watch(operation, run));
    // Read to its end: what lies behind the last one that is listed is read for nothing.
    const listed = ORDERS / 100;
    for (const kind of UNFINISHED) {
      const query = { test: true, lastOf: ['fulfilled'], limit: listed + 10 };
      await watch(
        `all that is listed, ${kind}`,
        () => store.listUnfinished(kind, query),
        1_000 + 20 * query.limit,
      );
    }
    expect(costly).toEqual([]);
    // MariaDB joins several events, and what is in the way, in a table of texts. MySQL keeps those in memory.
    const inFiles = ['`createSession`, refused', '`change`', '`addEvents`'];
    expect(files.filter((operation) => !inFiles.includes(operation))).toEqual([]);
  } finally {
    await pool.end();
    await admin.end();
    await server.stop();
  }
});
