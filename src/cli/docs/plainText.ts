import { readTable, type Table } from './tables.ts';

const WIDTH = 96;

/** Markdown as it reads well on a terminal: without marks, each table as a list, code as it is. */
export function plainText(markdown: string): string {
  const lines = markdown.replace(/^<!--.*-->\n\n?/gm, '').split('\n');
  const out: string[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) out.push(...wrap(inline(paragraph.join(' '))));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const found = readTable(lines, at);
    if (found !== null) {
      flush();
      out.push(...list(found.table));
      at += found.length - 1;
    } else if (/^\s*```/.test(line)) {
      flush();
      const end = lines.findIndex((each, index) => index > at && each.trim() === '```');
      const [, file] = line.trim().split(' ');
      if (file !== undefined) out.push(`${file}:`, '');
      out.push(...lines.slice(at + 1, end).map((code) => `  ${code}`.trimEnd()));
      at = end;
    } else if (/^#{1,6} /.test(line)) {
      flush();
      const title = inline(line.replace(/^#+ /, ''));
      out.push(title, (line.startsWith('# ') ? '=' : '-').repeat(title.length));
    } else if (line.trim() === '') {
      flush();
      out.push('');
    } else {
      if (/^\s*([-*]|\d+\.) /.test(line)) flush();
      paragraph.push(line.trim());
    }
  }
  flush();
  return out.join('\n').trim();
}

/** One line of text: links tell where they lead, in words of this command where they lead to a page of the docs. */
export function inline(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, label: string, target: string) => {
      const [, page, anchor = ''] = /([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
      if (page !== undefined)
        return page === 'README' ? label : `${label} (docs ${page.toLowerCase()}${anchor})`;
      return /^https?:/.test(target) ? `${label} (${target})` : label;
    })
    .replaceAll('**', '');
}

function list({ header, rows }: Table): string[] {
  return rows.flatMap(([first = '', ...rest]) => [
    `  ${inline(first)}`,
    ...rest.flatMap((cell, column) => {
      if (cell === '') return [];
      const head = rest.length === 1 ? '' : `${inline(header[column + 1] ?? '')}: `;
      return wrap(head + inline(cell)).map((line) => `      ${line}`);
    }),
  ]);
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
