import type { SqlValue } from '../sql/driver.ts';

/** All of ASCII that can be printed, but the quote and the backslash, which means itself or escapes, as `sql_mode` says. */
const PLAIN = /^[\x20-\x26\x28-\x5b\x5d-\x7e]*$/;

/**
 * A value as a literal that means the same in every `sql_mode` and character set of a connection: what could mean anything
 * else stands in hexadecimal digits. So a value is never taken for SQL, and no statement has to be prepared on each connection
 * first, in a round trip of its own.
 * https://dev.mysql.com/doc/refman/8.0/en/hexadecimal-literals.html
 */
export function literal(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (PLAIN.test(value)) return `'${value}'`;
  return `_utf8mb4 x'${Buffer.from(value, 'utf8').toString('hex')}'`;
}

/** The statement's text with its values, each in the place of one `?`. */
export function withValues(text: string, values: readonly SqlValue[]): string {
  let given = 0;
  return text.replace(/\?/g, () => literal(values[given++] ?? null));
}
