import { expect, it } from 'vitest';
import { assertStorable, compiler, isStorable } from '../../../src/merchant/store/sql/compile.ts';
import type { Dialect } from '../../../src/merchant/store/sql/dialect.ts';
import { SQLITE_DIALECT } from '../../../src/merchant/store/sqlite/dialect.ts';

/** Numbers its placeholders, counts them, and has a clock of its own. */
function numbered(): { dialect: Dialect; made: () => number } {
  let made = 0;
  const placeholder = (position: number) => {
    made++;
    return `$${position}`;
  };
  return { dialect: { ...SQLITE_DIALECT, placeholder, now: 'clock()' }, made: () => made };
}

it('spells the clock as the engine does, between the values', () => {
  const compile = compiler(numbered().dialect, () => expect.unreachable());
  expect(compile({ sql: 'SELECT ?, {now}, ? WHERE {now} > ?', values: ['a', 1, null] })).toEqual({
    text: 'SELECT $1, clock(), $2 WHERE clock() > $3',
    values: ['a', 1, null],
    varies: false,
  });
});

it('binds the clock where the engine has none', () => {
  const compile = compiler(SQLITE_DIALECT, () => 7);
  expect(compile({ sql: 'SELECT ?, {now}, ?', values: ['a', 'b'], varies: true })).toEqual({
    text: 'SELECT ?, ?, ?',
    values: ['a', 7, 'b'],
    varies: true,
  });
});

it('spells the condition of an index', () => {
  const partial = (condition: string) => `[${condition}]`;
  const compile = compiler({ ...SQLITE_DIALECT, partial }, () => 0);
  const sql = 'CREATE INDEX a ON b (c) {where c IS NOT NULL}';
  expect(compile({ sql, values: [] }).text).toBe('CREATE INDEX a ON b (c) [c IS NOT NULL]');
});

it('spells a statement once, but keeps 500 at most: those of batches are of many kinds', () => {
  const { dialect, made } = numbered();
  const compile = compiler(dialect, () => 0);
  const nth = (n: number) => compile({ sql: `SELECT ${n}, ?`, values: [n] });
  for (let n = 1; n <= 501; n++) nth(n);
  expect(made()).toBe(501);
  expect(nth(1)).toEqual({ text: 'SELECT 1, $1', values: [1], varies: false });
  nth(500);
  expect(made()).toBe(501);
  nth(501);
  expect(made()).toBe(502);
});

it.each([
  ['half a number', 1.5],
  ['no number', Number.NaN],
  ['one without end', Number.POSITIVE_INFINITY],
  ['one that is not exact', 2 ** 53],
  ['a NUL', 'a\0b'],
  ['half a pair', 'a\ud800b'],
])('refuses %s', (_, value) => {
  expect(() => assertStorable(value)).toThrow(expect.objectContaining({ code: 'invalid_change' }));
});

it.each([0, -1, 2 ** 53 - 1, '', 'ünï ? 😀 \n', null])('takes %j', (value) => {
  expect(() => assertStorable(value)).not.toThrow();
});

it('tells which texts come back unchanged', () => {
  expect(['a', '😀', '\ufffd', '\0', '\udc00'].map(isStorable)).toEqual([true, true, true, false, false]);
});
