/** The headers of the hosted page. */
export function pageHeaders(nonce: string, frameAncestors: readonly string[]): Record<string, string> {
  return documentHeaders(nonce, [
    // Chromium holds the redirects of a posted form against this too. The page therefore never answers a post with a
    // redirect to the shop: it answers with a page of its own that goes there (LeavingPage).
    // https://github.com/w3c/webappsec-csp/issues/8
    "form-action 'self'",
    `frame-ancestors ${ancestors(frameAncestors)}`,
  ]);
}

/**
 * The headers of a page: nothing is cached, sniffed, referred to or loaded but its own two inline texts.
 * @param more its own directives of the Content-Security-Policy.
 */
export function documentHeaders(nonce: string, more: readonly string[]): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      'img-src data:',
      "base-uri 'none'",
      ...more,
    ].join('; '),
  };
}

/** Only origins and `*` get into the header; anything else could end the directive or the header. */
function ancestors(sources: readonly string[]): string {
  const clean = sources.filter((source) => source === '*' || isOrigin(source));
  return clean.length === 0 ? "'none'" : clean.join(' ');
}

function isOrigin(source: string): boolean {
  return URL.canParse(source) && new URL(source).origin === source;
}
