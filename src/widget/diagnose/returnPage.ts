import { type Finding, finding } from './finding.ts';

/** A session that nobody has: its return page is shown, and says nothing of anybody. */
const NOBODY = '0'.repeat(32);

/**
 * Checks the return page of the merchant's server, beside its session endpoint. Only on this page's own origin: no
 * browser shows the headers of another one's pages.
 */
export async function checkReturnPage(
  session: URL,
  page: Location,
  version: string,
  id = NOBODY,
): Promise<Finding[]> {
  const address = new URL(`return/${id}/unknown`, session);
  if (address.origin !== page.origin) {
    return [
      finding(
        'cannot_see',
        `A browser does not show the headers of ${address.origin}: whether the return page may be framed is not known.`,
        'Ask from the command line: npx hpp-checkout doctor.',
        'note',
      ),
    ];
  }
  const response = await fetch(address, { cache: 'no-store' });
  const html = await response.text();
  if (
    !/html/.test(response.headers.get('content-type') ?? '') ||
    !html.includes('data-hpp-checkout-return')
  ) {
    return [
      finding(
        'return_page_missing',
        `${address.pathname} answers ${response.status}, and not with our return page.`,
        'Mount the handler at the path of publicUrl, all of its routes. A return page of your own calls announceReturn().',
        // A merchant's own backend may have its return page elsewhere.
        session.pathname.endsWith('/session') ? 'problem' : 'note',
      ),
    ];
  }
  const found: Finding[] = [];
  const refusal = response.headers.get('x-frame-options');
  const ancestors = /frame-ancestors ([^;,]*)/.exec(
    response.headers.get('content-security-policy') ?? '',
  )?.[1];
  const allowed =
    ancestors === undefined || ` ${ancestors} `.includes(` ${page.origin} `) || ancestors.includes("'self'");
  if (refusal !== null || !allowed) {
    found.push(
      finding(
        'return_page_not_framed',
        `The return page refuses to be framed here: ${refusal === null ? `frame-ancestors ${ancestors}` : `X-Frame-Options: ${refusal}`}.`,
        `Let nothing in front of the handler add X-Frame-Options, and name this page's origin: allowedOrigins: ['${page.origin}'].`,
      ),
    );
  }
  const theirs = /data-hpp-checkout-return="([^"]*)"/.exec(html)?.[1] ?? '';
  if (!/<script[\s>]/.test(html)) {
    found.push(
      finding(
        'return_script_missing',
        'The return page has lost its script: nothing tells this page that the customer is back.',
        'Something in front of the handler takes scripts out of pages. Let /return pass as it is.',
      ),
    );
  }
  if (theirs !== version) {
    found.push(
      finding(
        'version_mismatch',
        `This page has version ${version}, the return page ${theirs}.`,
        'Take both from one version of the package.',
      ),
    );
  }
  return found;
}
