import type { Dialect } from '../sql/dialect.ts';

/** From the server's clock in UTC: `UNIX_TIMESTAMP(NOW())` would go by a time zone, and back an hour when summer time ends. */
const CLOCK = "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)";

/** What MySQL 8.0.17 and MariaDB 10.6 both take. @param clock SQL expression in milliseconds, for tests. */
export const mysqlDialect = (clock: string = CLOCK): Dialect => ({
  placeholder: () => '?',
  now: clock,
  forUpdate: 'FOR UPDATE',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  // By a setting of the connection.
  bounded: '1 = 1',
  text: 'CHAR',
  integer: 'SIGNED',
  is: '<=>',
  // 2,048 of the 3,072 bytes that a key may have: https://dev.mysql.com/doc/refman/8.0/en/innodb-limits.html
  key: 'VARCHAR(512)',
  elementsOf: (column) => `JSON_TABLE(${column}, '$[*]' COLUMNS (value BIGINT PATH '$')) AS element`,
  // `sql/receiveFor.ts` has statements of its own for MySQL.
  arrays: '',
  oneRow: 'DUAL',
  joined: (expression) => `GROUP_CONCAT(${expression})`,
  // InnoDB takes the keys of such a list in their order.
  locked: (_table, _key, list) => list,
  onConflict: () => 'ON DUPLICATE KEY UPDATE',
  proposed: (column) => `VALUES(${column})`,
  partial: () => '',
});
