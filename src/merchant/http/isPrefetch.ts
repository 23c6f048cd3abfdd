/**
 * Browsers say `Sec-Purpose` (https://fetch.spec.whatwg.org/#sec-purpose-header); older ones, mail programs and proxies one of
 * the others.
 */
const HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a browser, a mail program or a proxy fetches ahead, or for a preview: nobody has clicked. */
export function isPrefetch({ headers }: Request): boolean {
  return HEADERS.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ''));
}
