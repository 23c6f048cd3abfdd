import type { Row, SqlValue, Statement, Transaction, Write } from './driver.ts';

/*
 * The two ways to run a `Write`. Its statements are the same in both; only where the rows of `decide` come from differs.
 */

/**
 * For an engine whose common table expressions may write: the whole of it is one statement. `decide` has to lock the rows it
 * decides about, since all parts see the data as it was when the statement began.
 * https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
 */
export function asOneStatement({ decide, writes = [], answer = DECIDED }: Write): Statement {
  if (writes.length === 0 && answer === DECIDED) return decide;
  const parts = writes.map(({ sql }, index) => `, write${index + 1} AS (${sql})`);
  const all = [decide, ...writes, answer];
  return {
    sql: `WITH decided AS (${decide.sql})${parts.join('')} ${answer.sql}`,
    values: all.flatMap(({ values }) => values),
    varies: all.some(({ varies }) => varies === true),
  };
}

const DECIDED: Statement = { sql: 'SELECT * FROM decided', values: [] };

/** For the other engines: one statement after another, in one transaction. */
export function* asTransaction({ decide, writes = [], answer }: Write): Transaction<readonly Row[]> {
  const rows = yield decide;
  if (rows.length === 0) return rows;
  for (const statement of writes) yield withDecided(statement, rows);
  return answer === undefined ? rows : yield withDecided(answer, rows);
}

/** All that follows once these rows were decided: for an engine that takes several statements at once. */
export function writesOf(writes: readonly Statement[], rows: readonly Row[]): readonly Statement[] {
  return rows.length === 0 ? [] : writes.map((statement) => withDecided(statement, rows));
}

const PART = /\?|IN \(SELECT (\w+) FROM decided\)|EXISTS \(SELECT 1 FROM decided\)|FROM decided\b/g;

/**
 * The statement with the decided rows as values. A list of keys becomes a list of values, since MariaDB reads a whole table
 * for an UPDATE or DELETE whose keys a query gives: https://mariadb.com/kb/en/semi-join-subquery-optimizations/
 */
function withDecided({ sql, values }: Statement, rows: readonly Row[]): Statement {
  if (!/\bdecided\b/.test(sql)) return { sql, values };
  const columns = Object.keys(rows[0] ?? {});
  const cell = (row: Row, column: string) => row[column] as SqlValue;
  const bound: SqlValue[] = [];
  let given = 0;
  const text = sql.replace(PART, (part, key: string | undefined) => {
    if (part === '?') {
      bound.push(values[given++] ?? null);
      return part;
    }
    if (key !== undefined) {
      bound.push(...rows.map((row) => cell(row, key)));
      return `IN (${rows.map(() => '?').join(', ')})`;
    }
    if (part.startsWith('EXISTS')) return '1 = 1';
    bound.push(...rows.flatMap((row) => columns.map((column) => cell(row, column))));
    const row = `SELECT ${columns.map((column) => `? AS ${column}`).join(', ')}`;
    return `FROM (${rows.map(() => row).join(' UNION ALL ')}) AS decided`;
  });
  return { sql: text, values: bound };
}

/** A transaction of one statement. */
export function* only(statement: Statement): Transaction<readonly Row[]> {
  return yield statement;
}
