/**
 * Where the docs stand on the web, without a slash at the end. Null until the owner has named the address: the same pages
 * are in the package, and the command line opens them.
 */
export const DOCS_URL: string | null = null;

/** Tells somebody where to read on. `page` is a page of the docs, with or without a heading: `troubleshooting#offline`. */
export function whereToRead(page: string): string {
  return DOCS_URL === null ? `npx hpp-checkout docs ${page}` : `${DOCS_URL}/${page}`;
}
