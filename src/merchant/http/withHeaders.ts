/**
 * Headers of every answer. No `X-Frame-Options`: the return page is framed by the shop and by the hosted page, and says
 * by whom in its own policy (T31).
 */
const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A route's own header wins. */
export function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
