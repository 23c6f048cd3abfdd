import type { Dialect } from '../sql/dialect.ts';

/** No row locks: one transaction writes at a time. The clock is ours, since the engine's is the machine's (T76). */
export const SQLITE_DIALECT: Dialect = {
  placeholder: () => '?',
  now: null,
  forUpdate: '',
  skipLocked: '',
  text: 'TEXT',
  integer: 'BIGINT',
  is: 'IS',
  key: 'TEXT',
  bounded: '1 = 1',
  elementsOf: (column) => `json_each(${column}) AS element`,
  arrays: 'json_each(?)',
  oneRow: '(SELECT 1 AS one) AS one',
  joined: (expression) => `group_concat(${expression}, ',')`,
  locked: (_table, _key, list) => list,
  onConflict: (key) => `ON CONFLICT (${key}) DO UPDATE SET`,
  proposed: (column) => `excluded.${column}`,
  partial: (condition) => `WHERE ${condition}`,
};
