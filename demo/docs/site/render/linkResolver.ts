import { posix } from 'node:path';
import { addressOf } from '../pages/addressOf.ts';

/** Files that the site serves as they are, from the repository's root. */
export const FILES: readonly string[] = ['src/protocol/page/checkout.openapi.json'];

/**
 * Resolves the links of one Markdown file: to the page that another Markdown file becomes, or to a file that the site
 * serves. An address, an absolute path and a link within the page stay as they are.
 *
 * @param from the Markdown file, from the repository's root.
 * @param slugs of all pages, by their Markdown file.
 * @throws Error for a link to a file that is not on the site.
 */
export function linkResolver(from: string, slugs: ReadonlyMap<string, string>): (href: string) => string {
  return (href) => {
    if (/^([a-z]+:|#|\/)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const file = posix.join(posix.dirname(from), path);
    const slug = slugs.get(file);
    if (slug !== undefined) return `${addressOf(slug)}${anchor === undefined ? '' : `#${anchor}`}`;
    if (FILES.includes(file)) return `/docs/${posix.basename(file)}`;
    throw new Error(
      `${from} links to "${href}", which is not on the site. Link to a page of contents.ts, or to a full address.`,
    );
  };
}
