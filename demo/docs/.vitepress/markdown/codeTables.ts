/**
 * A table of error codes becomes a heading for each code, so that search, the contents of the page and the address that an
 * error names lead to it. `<!-- codes: gateway -->` stands before such a table: `timeout` gets the id `gateway-timeout`.
 */
export function codeTablesToHeadings(markdown: string): string {
  return markdown.replace(CODE_TABLE, (_, prefix: string, head: string, body: string) => {
    const [, ...labels] = cells(head);
    const sections = body
      .trimEnd()
      .split('\n')
      .map((row) => {
        const [code = '', ...texts] = cells(row);
        const name = code.replaceAll('`', '');
        const id = prefix.trim() === '' ? name : `${prefix.trim()}-${name}`;
        const facts = texts.flatMap((text, column) => (text === '' ? [] : [`- ${labels[column]}: ${text}`]));
        return `### ${code} {#${id}}\n\n${facts.join('\n')}\n`;
      });
    return sections.join('\n');
  });
}

/** The mark; the head of the table, a line of dashes, and its rows. */
const CODE_TABLE = /^<!-- codes:([\w -]*)-->\n+(\|.*)\n\|[\s|:-]+\|\n((?:\|.*(?:\n|$))+)/gm;

/** A bar with a backslash before it is a part of its cell. */
function cells(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}
