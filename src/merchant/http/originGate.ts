import { ProblemError } from './problem.ts';

/**
 * Lets through what a page of the shop sends, and what no browser sends; refuses other sites' pages (T29). Browsers put
 * `Origin` on every POST (https://fetch.spec.whatwg.org/#origin-header), and `Sec-Fetch-Site` says "cross-site" even where an old one does not.
 *
 * @throws ProblemError `origin_not_allowed`
 */
export function assertOrigin(request: Request, allowed: readonly string[]): void {
  const origin = request.headers.get('origin');
  if (origin !== null) {
    if (allowed.includes(origin)) return;
    throw new ProblemError('origin_not_allowed', {
      detail: 'The page that asks is of an origin that the handler does not know: add it to allowedOrigins.',
    });
  }
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') throw new ProblemError('origin_not_allowed');
}
