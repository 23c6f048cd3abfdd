import { expect, it } from 'vitest';
import type { Row, Statement, Transaction, Write } from '../../../src/merchant/store/sql/driver.ts';
import { asOneStatement, asTransaction } from '../../../src/merchant/store/sql/write.ts';

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
      sql: 'WITH decided (id, size) AS (VALUES (?, ?), (?, ?)) UPDATE boxes SET size = ? WHERE id IN (SELECT id FROM decided)',
      values: ['a', 1, 'b', null, 2],
    },
    { sql: 'DELETE FROM lids WHERE size = ?', values: [1] },
  ]);
  expect(result).toEqual(rows);
});

it('writes nothing where no row was decided', () => {
  expect(statements(asTransaction(WRITE), [])).toEqual({ ran: [WRITE.decide], result: [] });
});
