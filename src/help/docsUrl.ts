/**
 * Where the docs stand on the web, without a slash at the end. Null until the owner has named the address: the same pages
 * are in the package, and the command line prints them. `npm run release:addresses` sets it.
 */
export const DOCS_URL: string | null = null;

/** Tells somebody where to read on. `page` is a page of the docs, with or without a heading: `troubleshooting#offline`. */
export function whereToRead(page: string, docsUrl: string | null = DOCS_URL): string {
  return docsUrl === null ? `npx hpp-checkout docs ${page}` : `${docsUrl}/${page}`;
}

/** The address of a page, for a program: its name alone, from the docs' root, while they have none. */
export function docsAddress(page: string, docsUrl: string | null = DOCS_URL): string {
  return docsUrl === null ? page : `${docsUrl}/${page}`;
}
