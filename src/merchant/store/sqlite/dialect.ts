import type { Dialect } from '../sql/dialect.ts';

/** No row locks: one transaction writes at a time. The clock is ours, since the engine's is the machine's (T76). */
export const SQLITE_DIALECT: Dialect = {
  placeholder: () => '?',
  now: null,
  forUpdate: '',
  skipLocked: '',
  elementsOf: (column) => `json_each(${column}) AS element`,
  joined: (expression) => `group_concat(${expression}, ',')`,
};
