/** A table of a page. */
export interface Table {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

const isRow = (line: string | undefined): line is string => line?.startsWith('|') === true;

/** The table that begins on a line, and how many lines it has; null where none begins. */
export function readTable(lines: readonly string[], at: number): { table: Table; length: number } | null {
  const [head, rule] = [lines[at], lines[at + 1]];
  if (!isRow(head) || !isRow(rule) || !/^\|[\s|:-]+\|$/.test(rule)) return null;
  const rows: string[] = [];
  while (isRow(lines[at + 2 + rows.length])) rows.push(lines[at + 2 + rows.length] as string);
  return { table: { header: cells(head), rows: rows.map(cells) }, length: 2 + rows.length };
}

/** A bar with a backslash before it is a part of its cell. */
function cells(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
