import type { Context } from 'hono';

/** How far the bank has come with its cookie; the address says it. */
const TRIES = ['plain', 'partitioned'] as const;

/**
 * Whether the browser keeps a cookie of this page. A plain one is set and looked for by going to the same page again, then a
 * partitioned one (https://developer.mozilla.org/en-US/docs/Web/Privacy/Guides/Privacy_sandbox/Partitioned_cookies).
 *
 * @returns the answer that tries the next kind, or what was found.
 */
export function tryCookies(c: Context): 'granted' | 'refused' | Response {
  // One for each payment: what an earlier one left behind is no answer.
  const name = `sandbox_bank_${c.req.param('id')}`;
  if ((c.req.header('cookie') ?? '').includes(name)) return 'granted';
  const url = new URL(c.req.url);
  const next = TRIES[TRIES.indexOf(url.searchParams.get('cookies') as (typeof TRIES)[number]) + 1];
  if (next === undefined) return 'refused';
  url.searchParams.set('cookies', next);
  // The same path, whatever stands before it where a proxy has put the sandbox.
  const answer = c.redirect(url.search, 302);
  // Beside the one for frames a usual one: over http some browsers keep no other, and a page in a tab of its own needs no other.
  const cookies =
    next === 'plain'
      ? [`${name}_own=1; HttpOnly; SameSite=Lax`, `${name}=1; HttpOnly; SameSite=None; Secure`]
      : [`${name}=1; HttpOnly; SameSite=None; Secure; Partitioned`];
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie);
  return answer;
}
