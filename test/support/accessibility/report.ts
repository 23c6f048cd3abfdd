import { relative } from 'node:path';
import type { RanTest } from '../facts/readReports.ts';
import type { Criterion } from './criteria.ts';

/** What the tests of a run say of the criteria. */
export interface AccessibilityReport {
  /** Markdown: a row for each criterion that is tested, and what the others do not apply for. */
  text: string;
  /** Criteria without a test that passed, with one that failed, or that nobody lists: each in a sentence. */
  problems: string[];
}

/** The criteria that a test's title names: `WCAG 1.4.3 2.4.7 …`. */
export function criteriaIn(title: string): string[] {
  return [...title.matchAll(/\bWCAG((?: \d\.\d\.\d{1,2})+)/g)].flatMap(([, ids = '']) =>
    ids.trim().split(' '),
  );
}

/** @param root of the repository: files are told from there. */
export function reportAccessibility(
  criteria: readonly Criterion[],
  tests: readonly RanTest[],
  root: string,
): AccessibilityReport {
  const naming = new Map<string, RanTest[]>();
  for (const test of tests)
    for (const id of criteriaIn(test.title)) naming.set(id, [...(naming.get(id) ?? []), test]);

  const problems: string[] = [];
  const rows: string[] = [];
  const notApplicable: string[] = [];
  for (const criterion of criteria) {
    const { id, level, says } = criterion;
    const own = naming.get(id) ?? [];
    naming.delete(id);
    const failed = own.find(({ status }) => status === 'failed');
    if ('notApplicable' in says) {
      notApplicable.push(`| ${link(criterion)} | ${level} | ${says.notApplicable} |`);
      if (own.length > 0) problems.push(`${id} does not apply, and "${own[0]?.title}" proves it.`);
      continue;
    }
    if (failed) problems.push(`${id}: "${failed.title}" has failed.`);
    else if (own.length === 0) problems.push(`${id} has no test that passed.`);
    const files = [...new Set(own.map(({ file }) => relative(root, file)))].sort();
    rows.push(
      `| ${link(criterion)} | ${level} | ${says.tested} | ${files.map((file) => `\`${file}\``).join('<br>')} |`,
    );
  }
  for (const [id, [test]] of naming) problems.push(`"${test?.title}" names ${id}, which is not in the list.`);
  return { text: [...HEAD, ...rows, '', ...REST, ...notApplicable].join('\n'), problems };
}

const HEAD = ['| Criterion | Level | What is tested | Tests |', '|---|---|---|---|'];
const REST = [
  'These have nothing in the button or the dialog that they could apply to:',
  '',
  '| Criterion | Level | Why |',
  '|---|---|---|',
];

function link({ id, name }: Criterion): string {
  const page = name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
  return `[${id} ${name}](https://www.w3.org/WAI/WCAG22/Understanding/${page}.html)`;
}
