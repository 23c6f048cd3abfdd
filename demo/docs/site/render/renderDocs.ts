import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ApiPage } from '../pages/apiPages.ts';
import { CHAPTERS } from '../pages/contents.ts';
import { SEARCH_OPTIONS } from '../search/searchOptions.ts';
import { Layout, type NamedChapters } from './Layout.tsx';
import { type RenderedPage, renderMarkdown } from './renderMarkdown.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
/** Files that the site serves as they are. */
const FILES: readonly string[] = ['src/protocol/page/checkout.openapi.json'];

interface Page extends RenderedPage {
  slug: string;
}

/** The whole site: path below `/docs/` → content. The API reference is left out where none is given. */
export function renderDocs(api: readonly ApiPage[] = []): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  for (const { slug, file } of CHAPTERS.flatMap(({ pages }) => pages)) slugs.set(file, slug);
  const apiSlug = (path: string) => `api/${path}`.replace(/(^|\/)index$/, '');
  for (const { path } of api) slugs.set(`api/${path}.md`, apiSlug(path));

  const guides: Page[] = CHAPTERS.flatMap(({ pages }) => pages).map(({ slug, file }) => ({
    slug,
    ...renderMarkdown(readFileSync(at(file), 'utf8'), resolver(file, slugs)),
  }));
  const reference: Page[] = api.map(({ path, markdown }) => ({
    slug: apiSlug(path),
    ...renderMarkdown(withTitle(path, markdown), resolver(`api/${path}.md`, slugs)),
  }));

  const named: NamedChapters = [
    ...CHAPTERS.map(({ title, pages }) => ({
      title,
      pages: pages.map(({ slug }) => ({
        slug,
        title: guides.find((page) => page.slug === slug)?.title ?? slug,
      })),
    })),
    ...(api.length === 0
      ? []
      : [
          {
            title: 'Reference',
            pages: reference.filter(({ slug }) => isEntry(slug)).map(({ slug, title }) => ({ slug, title })),
          },
        ]),
  ];
  const site = new Map<string, string>();
  for (const [index, page] of [...guides, ...reference].entries()) {
    const html = renderToString(
      h(Layout, {
        page,
        slug: page.slug,
        chapters: named,
        previous: index < guides.length ? (guides[index - 1] ?? null) : null,
        next: index < guides.length ? (guides[index + 1] ?? null) : null,
        description: (page.sections[0]?.text ?? page.title).slice(0, 160),
      }),
    );
    site.set(page.slug === '' ? 'index.html' : `${page.slug}/index.html`, `<!doctype html>\n${html}\n`);
  }
  for (const file of FILES) site.set(posix.basename(file), readFileSync(at(file), 'utf8'));
  site.set('docs.css', readFileSync(at('demo/docs/site/render/docs.css'), 'utf8'));
  site.set('search-index.json', searchIndex([...guides, ...reference]));
  return site;
}

/** Entries of the package stand in the list of pages; what they export is reached from there. */
function isEntry(slug: string): boolean {
  return (
    slug.startsWith('api') && !/\/(classes|functions|interfaces|type-aliases|variables)\//.test(`${slug}/`)
  );
}

function withTitle(path: string, markdown: string): string {
  return path === 'index' ? markdown.replace(/^# .*$/m, '# API reference') : markdown;
}

/** A link to a Markdown file leads to its page, to another file of the site to that file; elsewhere it stays as it is. */
function resolver(from: string, slugs: ReadonlyMap<string, string>): (href: string) => string {
  return (href) => {
    if (/^([a-z]+:|#|\/)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const file = posix.join(posix.dirname(from), path);
    const hash = anchor === undefined ? '' : `#${anchor}`;
    const slug = slugs.get(file);
    if (slug !== undefined) return `${slug === '' ? '/docs/' : `/docs/${slug}/`}${hash}`;
    if (FILES.includes(file)) return `/docs/${posix.basename(file)}`;
    throw new Error(
      `${from} links to "${href}", which is not on the site. Link to a page of contents.ts, or to a full address.`,
    );
  };
}

function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS);
  for (const page of pages) {
    const address = page.slug === '' ? '/docs/' : `/docs/${page.slug}/`;
    for (const [position, { id, heading, text }] of page.sections.entries()) {
      index.add({ id: position === 0 ? address : `${address}#${id}`, page: page.title, heading, text });
    }
  }
  return JSON.stringify(index);
}
