import { type Answer, type Ask, brief } from '../ask.ts';
import { type Check, type Finding, failed, ok } from '../check.ts';
import { httpCheck } from '../httpCheck.ts';

const NOBODY = '0'.repeat(32);

const isHtml = ({ headers }: Answer) => /text\/html/.test(headers.get('content-type') ?? '');

/** The page that the customer comes back to, inside the dialog: it must be reached by GET and POST, and be framed. */
export function returnPage(url: string, page: string | null, ask: Ask): Check {
  return httpCheck('Return page', ['Request bodies', 'publicUrl', 'Origin of the page'], async () => {
    const answer = await ask(`${url}/return/${NOBODY}/unknown`);
    if (!isHtml(answer)) {
      return blocked(
        `GET /return: expected a page, got ${brief(answer)}.`,
        'let all requests below publicUrl through',
      );
    }
    const framing = framingTrouble(answer, page);
    if (framing !== null) return framing;
    const post = await ask(`${url}/return/${NOBODY}/unknown`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    });
    if (!isHtml(post) || post.status >= 500 || post.status === 403) {
      return blocked(
        `It does not take POST: ${brief(post)}.`,
        'some banks come back by POST: let POST through to /return, without a CSRF check',
      );
    }
    return ok('It may be framed by the shop.');
  });
}

function blocked(detail: string, change: string): Finding {
  return failed('return_page_blocked', {
    detail,
    expected: 'the handler’s return page, by GET and by POST.',
    change: `Something in front of the handler answers in its place: ${change}.`,
  });
}

function framingTrouble({ headers }: Answer, page: string | null): Finding | null {
  const expected =
    'the handler’s own frame-ancestors with the shop’s origin, and no X-Frame-Options: the dialog frames this page.';
  const refused = (detail: string, change: string) =>
    failed('return_page_not_framed', { detail, expected, change });
  const refusal = headers.get('x-frame-options');
  if (refusal !== null) {
    return refused(
      `The return page carries X-Frame-Options: ${refusal}, so it stays empty inside the dialog.`,
      'Take that header off for /return below publicUrl. With helmet(): mount the handler above it.',
    );
  }
  const policy = headers.get('content-security-policy') ?? '';
  const ancestors = [...policy.matchAll(/frame-ancestors ([^;,]*)/g)].map(([, list = '']) => list.trim());
  if (ancestors.length === 0) {
    return refused(
      'The return page has lost its frame-ancestors.',
      'Leave the handler’s Content-Security-Policy alone.',
    );
  }
  const shop = page === null ? null : new URL(page).origin;
  const refusing = ancestors.find((list) => {
    const sources = list.split(/\s+/);
    return sources.includes("'none'") || (shop !== null && !sources.includes(shop));
  });
  if (refusing === undefined) return null;
  return refused(
    `The return page may be framed by ${refusing}${shop === null ? '' : `, which is not ${shop}`}.`,
    `Add the shop’s origin, allowedOrigins: ['${shop ?? 'https://shop.example'}'], and let nothing in front add a policy of its own.`,
  );
}
