import { describe, expect, it } from 'vitest';
import { asScript } from '../../../src/merchant/store/mysql/asScript.ts';
import type { Row, Statement, Transaction, Write } from '../../../src/merchant/store/sql/driver.ts';
import { asOneStatement, asTransaction, only, writesOf } from '../../../src/merchant/store/sql/write.ts';

const WRITE: Write = {
  decide: { sql: 'SELECT id, size FROM boxes WHERE id = ?', values: ['a'] },
  writes: [
    { sql: 'UPDATE boxes SET size = ? WHERE id IN (SELECT id FROM decided)', values: [2] },
    { sql: 'DELETE FROM lids WHERE size = ?', values: [1] },
  ],
};

/** Runs it, with these rows for its first statement. */
function statements(
  transaction: Transaction<readonly Row[]>,
  decided: readonly Row[],
): { ran: Statement[]; result: readonly Row[] } {
  const ran: Statement[] = [];
  let next = transaction.next([]);
  while (!next.done) {
    ran.push(next.value);
    next = transaction.next(ran.length === 1 ? decided : []);
  }
  return { ran, result: next.value };
}

it('is one statement, with all values in order, for an engine that can', () => {
  expect(asOneStatement(WRITE)).toEqual({
    sql:
      'WITH decided AS (SELECT id, size FROM boxes WHERE id = ?), ' +
      'write1 AS (UPDATE boxes SET size = ? WHERE id IN (SELECT id FROM decided)), ' +
      'write2 AS (DELETE FROM lids WHERE size = ?) SELECT * FROM decided',
    values: ['a', 2, 1],
    varies: false,
  });
  expect(asOneStatement({ decide: WRITE.decide })).toEqual(WRITE.decide);
});

it('is the same statements one by one for the others, which get the decided rows as values', () => {
  const rows = [
    { id: 'a', size: 1 },
    { id: 'b', size: null },
  ];
  const { ran, result } = statements(asTransaction(WRITE), rows);
  expect(ran).toEqual([
    WRITE.decide,
    {
      sql: 'UPDATE boxes SET size = ? WHERE id IN (?, ?)',
      values: [2, 'a', 'b'],
    },
    { sql: 'DELETE FROM lids WHERE size = ?', values: [1] },
  ]);
  expect(result).toEqual(rows);
});

it('gives the decided rows as a table, as a list, or as the fact that there are some', () => {
  const decide = { sql: 'SELECT', values: [] };
  const writes = [
    { sql: 'INSERT INTO lids SELECT ?, id, size FROM decided WHERE size < ?', values: ['x', 9] },
    { sql: 'UPDATE lids SET size = ? WHERE id = ? AND EXISTS (SELECT 1 FROM decided)', values: [3, 'c'] },
  ];
  const { ran } = statements(asTransaction({ decide, writes }), [
    { id: 'a', size: 1 },
    { id: 'b', size: 2 },
  ]);
  expect(ran.slice(1)).toEqual([
    {
      sql: 'INSERT INTO lids SELECT ?, id, size FROM (SELECT ? AS id, ? AS size UNION ALL SELECT ? AS id, ? AS size) AS decided WHERE size < ?',
      values: ['x', 'a', 1, 'b', 2, 9],
    },
    { sql: 'UPDATE lids SET size = ? WHERE id = ? AND 1 = 1', values: [3, 'c'] },
  ]);
});

it('answers with a query about the decided rows where there is one', () => {
  const answer = { sql: 'SELECT * FROM decided JOIN lids USING (id) WHERE size > ?', values: [3] };
  expect(asOneStatement({ decide: WRITE.decide, answer })).toEqual({
    sql: 'WITH decided AS (SELECT id, size FROM boxes WHERE id = ?) SELECT * FROM decided JOIN lids USING (id) WHERE size > ?',
    values: ['a', 3],
    varies: false,
  });
  const { ran } = statements(asTransaction({ decide: WRITE.decide, answer }), [{ id: 'a', size: 1 }]);
  expect(ran.at(-1)).toEqual({
    sql: 'SELECT * FROM (SELECT ? AS id, ? AS size) AS decided JOIN lids USING (id) WHERE size > ?',
    values: ['a', 1, 3],
  });
});

it('writes nothing where no row was decided', () => {
  expect(statements(asTransaction(WRITE), [])).toEqual({ ran: [WRITE.decide], result: [] });
});

it('varies where one of its parts does', () => {
  const list = { sql: 'DELETE FROM lids WHERE size IN (?)', values: [1], varies: true };
  expect(asOneStatement({ ...WRITE, writes: [list] }).varies).toBe(true);
  expect(asOneStatement(WRITE).varies).toBe(false);
});

it('gives what follows the decided rows for an engine that takes several at once', () => {
  const { writes = [] } = WRITE;
  expect(writesOf(writes, [{ id: 'a' }, { id: 'b' }])).toEqual([
    { sql: 'UPDATE boxes SET size = ? WHERE id IN (?, ?)', values: [2, 'a', 'b'] },
    { sql: 'DELETE FROM lids WHERE size = ?', values: [1] },
  ]);
  expect(writesOf(writes, [])).toEqual([]);
});

it('runs one statement as a transaction', () => {
  const rows = [{ id: 'a' }];
  expect(statements(only(WRITE.decide), rows)).toEqual({ ran: [WRITE.decide], result: rows });
});

describe('asScript', () => {
  const one: Write = {
    ...WRITE,
    decide: { sql: 'SELECT id, size {into id, size} FROM boxes WHERE id = ?', values: ['a'] },
  };

  it('keeps the one row that was decided in variables', () => {
    const some = { sql: 'INSERT INTO lids SELECT ?, decided.size FROM decided', values: ['x'] };
    const few = {
      sql: 'INSERT INTO lids SELECT ?, decided.size FROM decided\n WHERE 1 < ?',
      values: ['x', 2],
    };
    const other = { sql: 'DELETE FROM lids WHERE EXISTS (SELECT 1 FROM decided)', values: [] };
    const row = 'SELECT @hpp_id AS id, @hpp_size AS size FROM DUAL WHERE @hpp_id IS NOT NULL';
    expect(asScript({ ...one, writes: [...(WRITE.writes ?? []), some, few, other] })).toEqual([
      { sql: 'SET @hpp_id = NULL, @hpp_size = NULL', values: [] },
      { sql: 'SELECT id, size INTO @hpp_id, @hpp_size FROM boxes WHERE id = ?', values: ['a'] },
      { sql: 'UPDATE boxes SET size = ? WHERE id IN (@hpp_id)', values: [2] },
      { sql: 'DELETE FROM lids WHERE size = ?', values: [1] },
      { sql: 'INSERT INTO lids SELECT ?, @hpp_size FROM DUAL WHERE @hpp_id IS NOT NULL', values: ['x'] },
      {
        sql: 'INSERT INTO lids SELECT ?, @hpp_size FROM DUAL WHERE @hpp_id IS NOT NULL AND 1 < ?',
        values: ['x', 2],
      },
      { sql: 'DELETE FROM lids WHERE @hpp_id IS NOT NULL', values: [] },
      { sql: row, values: [] },
    ]);
  });

  it('is none where there may be more rows', () => {
    expect(asScript(WRITE)).toBeNull();
  });
});
