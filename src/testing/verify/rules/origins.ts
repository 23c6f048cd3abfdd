import { type Answer, demandProblem, describe } from '../answer.ts';
import { demand, RuleSkipped } from '../broken.ts';
import type { RuleGroup } from '../rule.ts';
import { withoutPage } from './opening.ts';

const FOREIGN = 'https://foreign.example';

export const origins: RuleGroup = {
  title: 'Other sites',
  heading: 'other-sites',
  rules: [
    {
      name: 'other-sites-page-is-refused',
      demand: 'A page of another origin opens nothing: 403 origin_not_allowed',
      async check(context) {
        const order = context.freshOrder();
        const answer = await withoutPage(context, { order, reason: 'open' }, { origin: FOREIGN });
        demandProblem(answer, 403, 'origin_not_allowed', `Origin: ${FOREIGN}`);
        const none = await withoutPage(context, { order, reason: 'open' }, { origin: 'null' });
        demandProblem(none, 403, 'origin_not_allowed', 'Origin: null, as a sandboxed frame sends it');
      },
    },
    {
      name: 'cross-site-without-origin-is-refused',
      demand: 'Where a browser leaves Origin out, Sec-Fetch-Site: cross-site is refused with 403',
      async check(context) {
        const order = context.freshOrder();
        const headers = { origin: '', 'sec-fetch-site': 'cross-site' };
        demandProblem(
          await withoutPage(context, { order, reason: 'open' }, headers),
          403,
          'origin_not_allowed',
          'Sec-Fetch-Site: cross-site and no Origin',
        );
      },
    },
    {
      name: 'other-sites-read-nothing',
      demand: 'No answer lets a page of another origin read it, by its name or by *',
      async check(context) {
        const { id } = await context.unpaidPage();
        const { backend } = context;
        const preflight = await backend.send('/session', {
          method: 'OPTIONS',
          headers: {
            origin: FOREIGN,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
          },
        });
        const asked = { origin: FOREIGN };
        const order = context.options.unknownOrder;
        const answers: [string, Answer][] = [
          ['the preflight of POST /session', preflight],
          ['POST /session', await backend.open({ order, reason: 'open' }, asked)],
          ['GET /session/{id}', await backend.status(id, asked)],
        ];
        for (const [what, { headers }] of answers) {
          const allowed = headers.get('access-control-allow-origin');
          demand(
            allowed === null || (allowed !== '*' && allowed !== FOREIGN && allowed !== 'null'),
            `${what} without Access-Control-Allow-Origin for ${FOREIGN}`,
            () => `Access-Control-Allow-Origin: ${allowed}`,
          );
        }
      },
    },
    {
      name: 'shops-own-page-may-ask',
      demand: 'A shop’s page of another origin than the backend passes the preflight, by its exact name',
      async check({ backend, options }) {
        if (options.origin === new URL(options.url).origin) {
          throw new RuleSkipped('the page’s origin is the backend’s own: name another one with --origin');
        }
        const preflight = await backend.send('/session', {
          method: 'OPTIONS',
          headers: {
            origin: options.origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
          },
        });
        const allowed = preflight.headers.get('access-control-allow-origin');
        const headers = preflight.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
        demand(
          preflight.status >= 200 &&
            preflight.status < 300 &&
            allowed === options.origin &&
            headers.includes('content-type'),
          `2xx, Access-Control-Allow-Origin: ${options.origin}, Content-Type among the headers`,
          () =>
            `${describe(preflight)}, Access-Control-Allow-Origin: ${allowed}, Access-Control-Allow-Headers: ${headers}`,
        );
      },
    },
  ],
};
