import { addressOf } from '../pages/addressOf.ts';
import type { RenderedPage } from './renderMarkdown.ts';

interface NamedPage {
  slug: string;
  title: string;
}

export interface NamedChapter {
  title: string;
  pages: readonly NamedPage[];
}

export interface LayoutProps {
  page: RenderedPage;
  slug: string;
  chapters: readonly NamedChapter[];
  /** The pages before and after in reading order. */
  previous: NamedPage | null;
  next: NamedPage | null;
  description: string;
}

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
          <SearchField />
          <a href="/">The demo shop</a>
        </header>
        <div class="columns">
          <Contents chapters={chapters} current={slug} />
          <main id="content">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered at build time */}
            <article dangerouslySetInnerHTML={{ __html: page.html }} />
            <footer class="turn">
              {previous && (
                <a rel="prev" href={addressOf(previous.slug)}>
                  ← {previous.title}
                </a>
              )}
              {next && (
                <a rel="next" href={addressOf(next.slug)}>
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

function SearchField() {
  return (
    <search>
      <label>
        <span class="visually-hidden">Search the docs</span>
        <input type="search" id="query" placeholder="Search" autocomplete="off" aria-controls="hits" hidden />
      </label>
      <ol id="hits" hidden aria-live="polite" />
    </search>
  );
}

interface ContentsProps {
  chapters: readonly NamedChapter[];
  /** Slug of the page that is shown. */
  current: string;
}

function Contents({ chapters, current }: ContentsProps) {
  return (
    <nav aria-label="Pages">
      {chapters.map((chapter) => (
        <section key={chapter.title}>
          <h2>{chapter.title}</h2>
          <ul>
            {chapter.pages.map((entry) => (
              <li key={entry.slug}>
                <a href={addressOf(entry.slug)} aria-current={entry.slug === current ? 'page' : undefined}>
                  {entry.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
