/** The address of a page of the docs; the empty slug is the front page. */
export function addressOf(slug: string): string {
  return slug === '' ? '/docs/' : `/docs/${slug}/`;
}
