import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ApiPage } from '../pages/apiPages.ts';
import { CHAPTERS } from '../pages/contents.ts';
import { inRepository } from '../pages/inRepository.ts';
import { searchIndex } from '../search/searchIndex.ts';
import { Layout, type NamedChapter } from './Layout.tsx';
import { FILES, linkResolver } from './linkResolver.ts';
import { type RenderedPage, renderMarkdown } from './renderMarkdown.ts';

interface Page extends RenderedPage {
  slug: string;
}

const read = (file: string) => readFileSync(inRepository(file), 'utf8');
const SOURCES = CHAPTERS.flatMap(({ pages }) => pages);

/** The whole site: path below `/docs/` → content. The API reference is left out where none is given. */
export function renderDocs(api: readonly ApiPage[] = []): ReadonlyMap<string, string> {
  const slugs = new Map([
    ...SOURCES.map(({ slug, file }) => [file, slug] as const),
    ...api.map(({ path }) => [apiFile(path), apiSlug(path)] as const),
  ]);
  const guides: Page[] = SOURCES.map(({ slug, file }) => ({
    slug,
    ...renderMarkdown(read(file), linkResolver(file, slugs)),
  }));
  const reference: Page[] = api.map(({ path, markdown }) => ({
    slug: apiSlug(path),
    ...renderMarkdown(withTitle(path, markdown), linkResolver(apiFile(path), slugs)),
  }));
  const chapters = namedChapters(guides, reference);

  const site = new Map<string, string>();
  for (const [index, page] of guides.entries()) {
    site.set(fileOf(page), renderPage(page, chapters, guides[index - 1], guides[index + 1]));
  }
  for (const page of reference) site.set(fileOf(page), renderPage(page, chapters));
  for (const file of FILES) site.set(posix.basename(file), read(file));
  site.set('docs.css', read('demo/docs/site/render/docs.css'));
  site.set('search-index.json', searchIndex([...guides, ...reference]));
  return site;
}

function renderPage(page: Page, chapters: readonly NamedChapter[], previous?: Page, next?: Page): string {
  const html = renderToString(
    h(Layout, {
      page,
      slug: page.slug,
      chapters,
      previous: previous ?? null,
      next: next ?? null,
      description: (page.sections[0]?.text ?? page.title).slice(0, 160),
    }),
  );
  return `<!doctype html>\n${html}\n`;
}

/** The list of pages beside each page. Of the reference it names the package's entries, which link to the rest. */
function namedChapters(guides: readonly Page[], reference: readonly Page[]): NamedChapter[] {
  const titles = new Map(guides.map(({ slug, title }) => [slug, title]));
  const chapters = CHAPTERS.map(({ title, pages }) => ({
    title,
    pages: pages.map(({ slug }) => ({ slug, title: titles.get(slug) ?? slug })),
  }));
  const entries = reference.filter(({ slug }) => isEntry(slug));
  return entries.length === 0 ? chapters : [...chapters, { title: 'Reference', pages: entries }];
}

const isEntry = (slug: string) =>
  !/\/(classes|functions|interfaces|type-aliases|variables)\//.test(`${slug}/`);

const fileOf = ({ slug }: Page) => (slug === '' ? 'index.html' : `${slug}/index.html`);
const apiFile = (path: string) => `api/${path}.md`;
const apiSlug = (path: string) => `api/${path}`.replace(/(^|\/)index$/, '');

function withTitle(path: string, markdown: string): string {
  return path === 'index' ? markdown.replace(/^# .*$/m, '# API reference') : markdown;
}
