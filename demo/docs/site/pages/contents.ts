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

const guides = (...slugs: string[]): PageSource[] =>
  slugs.map((slug) => ({ slug, file: `demo/docs/${slug}.md` }));

const examples = (...folders: string[]): PageSource[] =>
  folders.map((folder) => ({ slug: `examples/${folder}`, file: `demo/examples/${folder}/README.md` }));

/** The pages in reading order. A page that is not here is not built; a test finds it. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Start',
    pages: [{ slug: '', file: 'demo/docs/index.md' }, ...guides('widget', 'server', 'other-languages')],
  },
  { title: 'Sell', pages: guides('notifications', 'expiry', '3ds-and-framing', 'theming', 'csp') },
  { title: 'Run', pages: guides('sandbox', 'going-live', 'many-servers', 'troubleshooting') },
  { title: 'More', pages: guides('saved-cards', 'payouts', 'comparison', 'upgrading') },
  {
    title: 'Examples',
    pages: [
      { slug: 'examples', file: 'demo/examples/README.md' },
      ...examples('html', 'react', 'vue', 'svelte', 'angular', 'python'),
    ],
  },
  {
    title: 'Papers',
    pages: [
      { slug: 'security', file: 'SECURITY.md' },
      { slug: 'changelog', file: 'CHANGELOG.md' },
    ],
  },
];
