import type { Page } from './readPages.ts';
import { readTable } from './tables.ts';

/** What the docs say of one code. */
export interface CodeEntry {
  /** `offline`, `gateway-timeout`: its anchor on the page. */
  id: string;
  code: string;
  page: string;
  /** The heading that the table stands below. */
  heading: string;
  /** The other cells of its row, each with the head of its column. */
  facts: readonly (readonly [head: string, text: string])[];
}

/**
 * The codes that a page explains. A table below `<!-- codes: prefix -->` has one in each row's first cell; the same mark
 * gives the row its anchor on the site.
 */
export function codesOf({ name, markdown }: Page): readonly CodeEntry[] {
  const lines = markdown.split('\n');
  let heading = '';
  let prefix: string | null = null;
  return lines.flatMap((line, at) => {
    heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
    prefix = /^<!-- codes:([\w -]*)-->/.exec(line)?.[1]?.trim() ?? prefix;
    const found = prefix === null ? null : readTable(lines, at);
    if (found === null) return [];
    const mark = prefix === '' ? '' : `${prefix}-`;
    prefix = null;
    const { header, rows } = found.table;
    return rows.flatMap(([first = '', ...rest]) => {
      const code = /^`(\w+)`$/.exec(first)?.[1];
      if (code === undefined) return [];
      const facts = rest
        .map((text, column) => [header[column + 1] ?? '', text] as const)
        .filter(([, text]) => text !== '');
      return [{ id: `${mark}${code}`, code, page: name, heading, facts }];
    });
  });
}
