import type { Row, SqlValue, Statement, Transaction, Write } from './driver.ts';

/*
 * The two ways to run a `Write`. Its statements are the same in both; only where the rows of `decide` come from differs.
 */

/**
 * For an engine whose common table expressions may write: the whole of it is one statement. `decide` has to lock the rows it
 * decides about, since all parts see the data as it was when the statement began.
 * https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
 */
export function asOneStatement({ decide, writes = [] }: Write): Statement {
  if (writes.length === 0) return decide;
  const parts = writes.map(({ sql }, index) => `write${index + 1} AS (${sql})`);
  return {
    sql: `WITH decided AS (${decide.sql}), ${parts.join(', ')} SELECT * FROM decided`,
    values: [decide, ...writes].flatMap(({ values }) => values),
  };
}

/** For the other engines: one statement after another, in one transaction. */
export function* asTransaction({ decide, writes = [] }: Write): Transaction<readonly Row[]> {
  const rows = yield decide;
  if (rows.length === 0) return rows;
  for (const statement of writes) yield withDecided(statement, rows);
  return rows;
}

function withDecided({ sql, values }: Statement, rows: readonly Row[]): Statement {
  if (!/\bdecided\b/.test(sql)) return { sql, values };
  const columns = Object.keys(rows[0] ?? {});
  const row = `(${columns.map(() => '?').join(', ')})`;
  return {
    sql: `WITH decided (${columns.join(', ')}) AS (VALUES ${rows.map(() => row).join(', ')}) ${sql}`,
    values: [...rows.flatMap((each) => columns.map((column) => each[column] as SqlValue)), ...values],
  };
}

/** A transaction of one statement. */
export function* only(statement: Statement): Transaction<readonly Row[]> {
  return yield statement;
}
