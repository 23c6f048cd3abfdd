import type { Chapter } from '../pages/contents.ts';
import type { RenderedPage } from './renderMarkdown.ts';

export interface LayoutProps {
  page: RenderedPage;
  slug: string;
  chapters: readonly { title: string; pages: readonly { slug: string; title: string }[] }[];
  /** The pages before and after in reading order. */
  previous: { slug: string; title: string } | null;
  next: { slug: string; title: string } | null;
  description: string;
}

export type NamedChapters = readonly (Omit<Chapter, 'pages'> & {
  pages: readonly { slug: string; title: string }[];
})[];

const address = (slug: string) => (slug === '' ? '/docs/' : `/docs/${slug}/`);
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23264a3f'/%3E%3Cpath d='M8 22V10l8 8 8-8v12' fill='none' stroke='%23f4efe6' stroke-width='3' stroke-linejoin='round' stroke-linecap='round'/%3E%3C/svg%3E";

/** The frame around every page of the docs. Works without scripts; the script adds search. */
export function Layout({ page, slug, chapters, previous, next, description }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{slug === '' ? 'hpp-checkout: the docs' : `${page.title} · hpp-checkout`}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href="/docs/docs.css" />
        <script type="module" src="/docs/search.js" />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the text
        </a>
        <header class="masthead">
          <a class="brand" href="/docs/">
            hpp-checkout <span>docs</span>
          </a>
          <search>
            <label>
              <span class="unseen">Search the docs</span>
              <input
                type="search"
                id="query"
                placeholder="Search"
                autocomplete="off"
                aria-controls="found"
                hidden
              />
            </label>
            <ol id="found" hidden aria-live="polite" />
          </search>
          <a href="/">The demo shop</a>
        </header>
        <div class="columns">
          <nav aria-label="Pages">
            {chapters.map((chapter) => (
              <section key={chapter.title}>
                <h2>{chapter.title}</h2>
                <ul>
                  {chapter.pages.map((entry) => (
                    <li key={entry.slug}>
                      <a href={address(entry.slug)} aria-current={entry.slug === slug ? 'page' : undefined}>
                        {entry.title}
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </nav>
          <main id="content">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered at build time */}
            <article dangerouslySetInnerHTML={{ __html: page.html }} />
            <footer class="turn">
              {previous && (
                <a rel="prev" href={address(previous.slug)}>
                  ← {previous.title}
                </a>
              )}
              {next && (
                <a rel="next" href={address(next.slug)}>
                  {next.title} →
                </a>
              )}
            </footer>
          </main>
        </div>
      </body>
    </html>
  );
}
