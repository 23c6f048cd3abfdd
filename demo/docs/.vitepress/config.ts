import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createCssVariablesTheme } from 'shiki/core';
import { type DefaultTheme, defineConfig, type MarkdownRenderer } from 'vitepress';
import { FILES, siteLinks } from './links.ts';
import { writeMachineReadable } from './machineReadable.ts';
import { classesInsteadOfStyles, fileNames, scrollableTables } from './markdown/code.ts';
import { codeTablesToHeadings } from './markdown/codeTables.ts';
import { headingId } from './markdown/headingId.ts';
import { inRepository, type Page, pagesOf, readGroups, summaryOf, titleOf } from './pages.ts';

const groups = readGroups();
const pages = pagesOf(groups);
const pageAt = (path: string) => pages.find(({ name }) => `${name}.md` === path.replace(/^generated\//, ''));

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23264a3f'/%3E%3Cpath d='M8 22V10l8 8 8-8v12' fill='none' stroke='%23f4efe6' stroke-width='3' stroke-linejoin='round' stroke-linecap='round'/%3E%3C/svg%3E";

/** What the Markdown of a page becomes before anything reads it. */
function changeSource(md: MarkdownRenderer): void {
  md.core.ruler.before('normalize', 'site-source', (state) => {
    const page = pageAt((state.env as { relativePath: string }).relativePath);
    if (page !== undefined) state.src = codeTablesToHeadings(siteLinks(state.src, page, pages));
  });
}

const parentOf = (name: string, among: readonly Page[]) =>
  among.find((page) => name.startsWith(`${page.name}/`));

/** A page beside the text; below `examples`, folded away, is `examples/html`. */
function sidebarItem(page: Page, group: readonly Page[]): DefaultTheme.SidebarItem {
  const own = group.filter(({ name }) => parentOf(name, group) === page);
  return {
    text: titleOf(page),
    link: page.name === 'index' ? '/' : `/${page.name}`,
    ...(own.length > 0 ? { collapsed: true, items: own.map((child) => sidebarItem(child, [])) } : {}),
  };
}

const search: DefaultTheme.Config['search'] = {
  provider: 'local',
  options: {
    miniSearch: {
      // No function may stand here: the page would need `eval` for it, which the site's policy refuses.
      searchOptions: {
        combineWith: 'AND',
        prefix: true,
        fuzzy: 0.15,
        boost: { title: 4, titles: 2, text: 1 },
      },
    },
  },
};

/**
 * What the server's rendering has otherwise than the browser's. Style attributes, which the site's policy does not allow and
 * the browser's rendering sets by script; and the bar's class, without which the bar would move when the scripts have run.
 */
function asTheBrowserHasIt(html: string): string {
  const withoutStyles = html.replaceAll(/ style="(?:position:relative|--vp-vh:0px);"/g, '');
  return html.includes('class="VPSidebar"')
    ? withoutStyles.replace('class="VPNavBar"', 'class="VPNavBar has-sidebar top"')
    : withoutStyles;
}

export default defineConfig({
  title: 'hpp-checkout',
  description: "Take card payments through a gateway's hosted payment page.",
  lang: 'en',
  base: '/docs/',
  cleanUrls: true,
  rewrites: { 'generated/:page*': ':page*' },
  // The style element that holds transitions back for a moment is not allowed by the site's policy.
  appearance: { disableTransition: false },
  head: [['link', { rel: 'icon', href: ICON }]],
  markdown: {
    theme: createCssVariablesTheme(),
    codeTransformers: [classesInsteadOfStyles],
    anchor: { slugify: headingId },
    config(md) {
      changeSource(md);
      fileNames(md);
      scrollableTables(md);
    },
  },
  themeConfig: {
    nav: [{ text: 'Demo shop', link: '/', target: '_self' }],
    sidebar: groups.map(({ title, pages: own }) => ({
      text: title,
      items: own
        .filter(({ name }) => parentOf(name, own) === undefined)
        .map((page) => sidebarItem(page, own)),
    })),
    outline: { level: [2, 3] },
    search,
  },
  transformPageData(data) {
    const page = pageAt(data.relativePath);
    if (page === undefined) return;
    const markdown = { rel: 'alternate', type: 'text/markdown', href: `/docs/${page.name}.md` };
    return {
      description: summaryOf(page).slice(0, 160),
      frontmatter: { ...data.frontmatter, head: [['link', markdown]] },
    };
  },
  transformHtml: asTheBrowserHasIt,
  buildEnd({ outDir }) {
    writeMachineReadable(groups, outDir);
    for (const file of FILES) copyFileSync(inRepository(file), join(outDir, basename(file)));
  },
});
