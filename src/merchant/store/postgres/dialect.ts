import type { Dialect } from '../sql/dialect.ts';

/** In a subquery: evaluated once for a statement, which lets an index be searched by it. */
const CLOCK = '(SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint)';

/**
 * @param lockTimeoutMs how long a write waits for a lock.
 * @param clock SQL expression in milliseconds; the database's own clock unless a test replaces it.
 */
export const postgresDialect = (lockTimeoutMs: number, clock: string = CLOCK): Dialect => ({
  placeholder: (position) => `$${position}`,
  now: clock,
  forUpdate: 'FOR UPDATE',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  text: 'TEXT',
  integer: 'BIGINT',
  is: 'IS NOT DISTINCT FROM',
  key: 'TEXT',
  // For this statement only, so it suits a pooler in transaction mode too, and without a round trip of its own. A subquery in a
  // condition is evaluated before its row is locked or goes on to an insert.
  bounded: `(SELECT set_config('lock_timeout', '${lockTimeoutMs}', true)) IS NOT NULL`,
  elementsOf: (column) =>
    `(SELECT text::bigint AS value FROM json_array_elements_text(${column}::json) AS text) AS element`,
  arrays: 'json_array_elements(CAST(? AS json))',
  oneRow: '(SELECT 1 AS one) AS one',
  joined: (expression) => `string_agg(${expression}::text, ',')`,
  locked: (table, key, list) =>
    `WITH locked AS (SELECT ${key} FROM ${table} WHERE ${key} IN (${list}) ORDER BY ${key} FOR UPDATE) SELECT ${key} FROM locked`,
  onConflict: (key) => `ON CONFLICT (${key}) DO UPDATE SET`,
  proposed: (column) => `excluded.${column}`,
  partial: (condition) => `WHERE ${condition}`,
});
