import { blockingDirective, parseCsp } from '../../../protocol/page/csp.ts';
import { type Answer, describe } from '../answer.ts';
import { demand } from '../broken.ts';
import { demandUnsettled } from '../context.ts';
import type { RuleGroup } from '../rule.ts';

const FOREIGN = 'https://foreign.example';
/** Names by which pages are often told where to go on. */
const NEXT_NAMES =
  'next url redirect redirect_uri redirectUrl RedirectionURL return returnUrl continue to goto dest'.split(
    ' ',
  );

export const returnPage: RuleGroup = {
  title: 'The return page',
  heading: 'the-return-page',
  rules: [
    {
      name: 'return-addresses-are-the-sessions-own',
      demand: 'RedirectionURL and FailRedirectionURL are the session’s /return/{id}/{hint}',
      async check(context) {
        const { id, transaction } = await context.unpaidPage();
        for (const url of [transaction.redirectionUrl, transaction.failRedirectionUrl]) {
          demand(
            url.startsWith(`${context.options.url}/return/${id}/`),
            `${context.options.url}/return/${id}/…`,
            () => url,
          );
        }
      },
    },
    {
      name: 'return-page-settles-nothing',
      demand: 'Whoever opens the return page, with whatever status in its query, has paid nothing',
      async check(context) {
        const page = await context.unpaidPage();
        const query = '?Status=PROCESSED&status=completed&Pspid=1&isSuccess=true';
        await context.backend.send(`/return/${page.id}/success${query}`);
        await demandUnsettled(context, page, 'a visit of the return page');
      },
    },
    {
      name: 'return-page-takes-get-and-post',
      demand: 'The return page is answered 200 as HTML that names its session, to GET and to a posted form',
      async check(context) {
        const { id } = await context.unpaidPage();
        for (const init of [{}, { method: 'POST', body: new URLSearchParams({ a: 'b' }) }]) {
          const answer = await context.backend.send(`/return/${id}/success`, init);
          demand(
            answer.status === 200 &&
              answer.headers.get('content-type')?.startsWith('text/html') === true &&
              answer.text.includes(id),
            `200 with text/html that has the session's id, to ${'method' in init ? 'POST' : 'GET'}`,
            () => describe(answer),
          );
        }
      },
    },
    {
      name: 'return-page-is-framed-by-shop-and-gateway-only',
      demand:
        'frame-ancestors lets the shop’s and the hosted page’s origins in and no other; there is no X-Frame-Options',
      async check(context) {
        const { id, redirectUrl } = await context.unpaidPage();
        const { headers } = await context.backend.send(`/return/${id}/success`);
        const header = headers.get('content-security-policy');
        const policy = parseCsp(header);
        const self = new URL(context.options.url).origin;
        const blocked = (origin: string) =>
          blockingDirective(policy, ['frame-ancestors'], origin, self) !== null;
        for (const origin of [context.options.origin, new URL(redirectUrl).origin])
          demand(
            !blocked(origin),
            `frame-ancestors with ${origin}`,
            () => `Content-Security-Policy: ${header}`,
          );
        demand(
          blocked(FOREIGN),
          'frame-ancestors without foreign origins',
          () => `Content-Security-Policy: ${header}`,
        );
        const old = headers.get('x-frame-options');
        demand(
          old === null,
          'no X-Frame-Options, which knows no second origin',
          () => `X-Frame-Options: ${old}`,
        );
      },
    },
    {
      name: 'return-page-repeats-nothing-of-its-address',
      demand: 'Neither a query nor a strange hint is written into the return page',
      async check(context) {
        const { id } = await context.unpaidPage();
        const tried: [string, string][] = [
          [`/return/${id}/success?x=%3Cscript%3Ealert(71)%3C/script%3E&Status=alert(71)`, 'alert(71)'],
          [`/return/${id}/zebra71`, 'zebra71'],
          [`/return/${id}/%3Cimg%20src=x%20onerror=alert(71)%3E`, 'alert(71)'],
        ];
        for (const [path, text] of tried) {
          const answer = await context.backend.send(path);
          demand(!answer.text.includes(text), `a page without "${text}", from the address`, () =>
            describe(answer),
          );
        }
      },
    },
    {
      name: 'return-page-leads-to-no-foreign-page',
      demand: 'No query makes the return page lead anywhere else (an open redirect)',
      async check(context) {
        const { id } = await context.unpaidPage();
        const query = NEXT_NAMES.map((name) => `${name}=${encodeURIComponent(`${FOREIGN}/71`)}`).join('&');
        const answer = await context.backend.send(`/return/${id}/success?${query}`);
        demand(
          !leadsAway(answer),
          `nothing of ${FOREIGN}`,
          () =>
            `${describe(answer)} Location: ${answer.headers.get('location')}, Refresh: ${answer.headers.get('refresh')}`,
        );
      },
    },
    {
      name: 'unknown-return-is-not-found',
      demand: 'The return page of a session that does not exist is answered 404',
      async check({ backend }) {
        const answer = await backend.send(`/return/${'0'.repeat(32)}/success`);
        demand(answer.status === 404, '404', () => describe(answer));
      },
    },
  ],
};

function leadsAway({ headers, text }: Answer): boolean {
  return [headers.get('location'), headers.get('refresh'), text].some((where) =>
    where?.includes('foreign.example'),
  );
}
