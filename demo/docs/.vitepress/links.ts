import { posix } from 'node:path';
import type { Page } from './pages.ts';

/** Files that the site serves beside its pages, by their path from the repository's root. */
export const FILES: readonly string[] = ['src/protocol/page/checkout.openapi.json'];

/**
 * Turns the links of a page's Markdown, which lead to files of the repository, into links to the pages of the site. They
 * stay relative and keep their ending, so that they hold in the HTML and in the page's own Markdown.
 *
 * @throws Error for a link to a file that is not on the site.
 */
export function siteLinks(markdown: string, page: Page, pages: readonly Page[]): string {
  const addresses = new Map([
    ...pages.map(({ file, name }) => [file, `${name}.md`] as const),
    ...FILES.map((file) => [file, posix.basename(file)] as const),
  ]);
  return markdown.replace(LINK, (link, path: string, anchor = '') => {
    const target = posix.join(posix.dirname(page.file), path);
    const address = addresses.get(target);
    if (address === undefined) {
      throw new Error(`${page.file} has the link ${link}, which is not on the site. See demo/docs/nav.json.`);
    }
    const relative = posix.relative(posix.dirname(page.name), address);
    return `](${relative.startsWith('.') ? relative : `./${relative}`}${anchor})`;
  });
}

/** `](path.md#anchor)`; addresses and links within the page have no such path. */
const LINK = /\]\((?![a-z]+:|\/)([^()#\s]+\.(?:md|json))(#[^()\s]*)?\)/g;
