import { didYouMean, UsageError } from '../command.ts';
import { type CodeEntry, codesOf } from './codes.ts';
import { headingsOf, sectionOf } from './headings.ts';
import type { Page } from './readPages.ts';

/** A page or a part of one, and where it stands. */
export interface Found {
  /** `server`, `troubleshooting#offline`. */
  place: string;
  markdown: string;
}

/**
 * What was asked for: a page, its part behind a `#`, or every place that explains an error code.
 * @throws UsageError with the nearest name when there is no such page, part or code.
 */
export function findInDocs(asked: string, pages: readonly Page[]): readonly Found[] {
  const [name = '', anchor = ''] = asked.replace(/\.md(?=#|$)/, '').split('#');
  const page = pages.find((each) => each.name === name.toLowerCase());
  if (page !== undefined)
    return [anchor === '' ? { place: page.name, markdown: page.markdown } : part(page, anchor)];
  const entries = pages.flatMap(codesOf);
  const explaining = entries.filter(({ id, code }) => [id, code].includes(name));
  if (explaining.length > 0) return explaining.map(explained);
  const known = [...pages.map((each) => each.name), ...entries.map(({ code }) => code)];
  throw new UsageError(
    `The docs have no page and no code "${name}".${didYouMean(name, known)} "hpp-checkout docs" lists the pages.`,
  );
}

function part(page: Page, anchor: string): Found {
  const entries = codesOf(page);
  const entry = entries.find(({ id }) => id === anchor);
  if (entry !== undefined) return explained(entry);
  const section = sectionOf(page.markdown, anchor);
  if (section !== undefined) return { place: `${page.name}#${anchor}`, markdown: section };
  const known = [...headingsOf(page.markdown), ...entries].map(({ id }) => id);
  throw new UsageError(`The page "${page.name}" has no part "${anchor}".${didYouMean(anchor, known)}`);
}

function explained({ id, code, page, heading, facts }: CodeEntry): Found {
  const lines = facts.map(([head, text]) => `- ${head}: ${text}`);
  return { place: `${page}#${id}`, markdown: `## \`${code}\`, ${heading}\n\n${lines.join('\n')}` };
}
