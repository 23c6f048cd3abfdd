import { readFileSync } from 'node:fs';
import { inRepository } from './inRepository.ts';

/** One page of the docs: a Markdown file, and where it stands. */
export interface PageSource {
  /** `widget` becomes `/docs/widget/`; the empty string is the front page. */
  slug: string;
  /** From the repository's root. */
  file: string;
}

export interface Chapter {
  title: string;
  pages: readonly PageSource[];
}

/** Groups and pages in reading order. A page that is not in the file is not built; a test finds it. */
const nav = JSON.parse(readFileSync(inRepository('demo/docs/nav.json'), 'utf8')) as Record<string, string[]>;

/** The pages whose Markdown is no file of `demo/docs`. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  examples: 'demo/examples/README.md',
  security: 'SECURITY.md',
  changelog: 'CHANGELOG.md',
};

function fileOf(page: string): string {
  const example = /^examples\/(.+)$/.exec(page)?.[1];
  if (example !== undefined) return `demo/examples/${example}/README.md`;
  return ELSEWHERE[page] ?? `demo/docs/${page}.md`;
}

export const CHAPTERS: readonly Chapter[] = Object.entries(nav).map(([title, pages]) => ({
  title,
  pages: pages.map((page) => ({ slug: page === 'index' ? '' : page, file: fileOf(page) })),
}));
