import type { Statement, Write } from '../sql/driver.ts';

const ONE_ROW = /\{into ([^}]+)\}/;
const variable = (column: string): string => `@hpp_${column}`;

/**
 * A write of which `decide` gives one row at most, `{into a, b}` with these columns: the row is kept in variables of the connection,
 * so that all statements can be sent at once. The first column is never NULL. The last statement gives the row back. Variables as
 * a table would be a temporary one, which MariaDB makes in files: a text in a variable has no length.
 * https://dev.mysql.com/doc/refman/8.0/en/select-into.html
 *
 * @returns `null` where there may be more rows.
 */
export function asScript({ decide, writes = [] }: Write): readonly Statement[] | null {
  const columns = ONE_ROW.exec(decide.sql)?.[1]?.split(', ');
  if (columns === undefined) return null;
  const variables = columns.map(variable);
  const isDecided = `${variables[0]} IS NOT NULL`;
  const row = `SELECT ${columns.map((column) => `${variable(column)} AS ${column}`).join(', ')} FROM DUAL WHERE ${isDecided}`;
  return [
    // What the connection's last write has left there.
    { sql: `SET ${variables.map((name) => `${name} = NULL`).join(', ')}`, values: [] },
    { ...decide, sql: decide.sql.replace(ONE_ROW, `INTO ${variables.join(', ')}`) },
    ...writes.map((statement) => ({
      ...statement,
      sql: statement.sql
        .replaceAll(/IN \(SELECT (\w+) FROM decided\)/g, (_, column: string) => `IN (${variable(column)})`)
        .replaceAll('EXISTS (SELECT 1 FROM decided)', isDecided)
        .replaceAll(/\bdecided\.(\w+)/g, (_, column: string) => variable(column))
        .replaceAll(/FROM decided\b(\s+WHERE\b)?/g, (_, where?: string) => {
          return `FROM DUAL WHERE ${isDecided}${where === undefined ? '' : ' AND'}`;
        }),
    })),
    { sql: row, values: [] },
  ];
}
