import { parseStatusReply } from '../../../protocol/page/status.ts';
import { demandProblem, describe, field } from '../answer.ts';
import { demand } from '../broken.ts';
import type { RuleGroup } from '../rule.ts';

/** Twenty hurried questions may lead to so many calls to the gateway. */
const CALLS_FOR_TWENTY = 6;

export const status: RuleGroup = {
  title: 'The status',
  heading: 'the-status',
  rules: [
    {
      name: 'status-is-what-the-widget-reads',
      demand:
        'GET /session/{id} answers 200 with one of the five statuses, and of an open session says when to ask again',
      async check(context) {
        const { id } = await context.unpaidPage();
        const answer = await context.backend.status(id);
        const read = parseStatusReply(answer.json);
        demand(answer.status === 200 && read.ok, '200 with a SessionStatusReply', () =>
          read.ok ? describe(answer) : `${read.reason}: ${describe(answer)}`,
        );
        const wait = field(answer, 'retryAfterMs');
        demand(typeof wait === 'number' && wait >= 0, 'retryAfterMs, since it is undecided', () =>
          describe(answer),
        );
      },
    },
    {
      name: 'unknown-session-is-not-found',
      demand: 'Unknown and malformed ids get the same answer: 404 not_found',
      async check({ backend }) {
        for (const id of ['0'.repeat(32), 'a', '..%2f', '%00']) {
          demandProblem(await backend.status(id), 404, 'not_found', `the session "${id}"`);
        }
      },
    },
    {
      name: 'status-is-of-that-session-alone',
      demand: 'One session’s payment is seen in its own status and in no other',
      async check(context) {
        const paid = await context.paidPage();
        const unpaid = await context.unpaidPage();
        for (const [page, wanted] of [
          [paid, ['completed']],
          [unpaid, ['open', 'pending']],
        ] as const) {
          const answer = await context.backend.status(page.id);
          const reference = field(answer, 'orderReference');
          demand(
            (wanted as readonly unknown[]).includes(field(answer, 'status')) &&
              (reference === undefined || reference === page.transaction.orderReference),
            `status "${wanted[0]}" of the order ${page.transaction.orderReference}`,
            () => describe(answer),
          );
        }
      },
    },
    {
      name: 'status-tells-no-details',
      demand: 'Nothing of card, customer or gateway stands in a status',
      async check(context) {
        const { id, transaction } = await context.paidPage();
        const { text } = await context.backend.status(id);
        const now = (await context.gateway.transactions()).find(({ pspId }) => pspId === transaction.pspId);
        const secrets: Record<string, string | undefined> = {
          'the PspId': String(transaction.pspId),
          'the transaction token': transaction.token,
          'the UniqueReference': transaction.uniqueReference,
          'the masked card': now?.card?.maskedNumber,
          'the last four digits': now?.card?.maskedNumber.slice(-4),
          'the name on the card': now?.card?.holderName,
          'the authorisation code': now?.authCode ?? undefined,
          'the callback address': transaction.callBackUrl,
        };
        // Where one is part of the session's id or of the order's name, it tells nothing.
        const known = `${id} ${transaction.orderReference}`;
        for (const [what, value] of Object.entries(secrets)) {
          if (!value || known.includes(value)) continue;
          demand(!text.includes(value), `a status without ${what}`, () => text.slice(0, 200));
        }
      },
    },
    {
      name: 'gateway-is-asked-at-a-limited-pace',
      demand: `Twenty hurried questions for a status lead to ${CALLS_FOR_TWENTY} calls to the gateway at most`,
      async check(context) {
        const { id, transaction } = await context.unpaidPage();
        const before = await context.gateway.statusCalls(transaction);
        for (let count = 0; count < 20; count++) await context.backend.status(id);
        const calls = (await context.gateway.statusCalls(transaction)) - before;
        demand(calls <= CALLS_FOR_TWENTY, `${CALLS_FOR_TWENTY} calls at most`, () => `${calls}`);
      },
    },
    {
      name: 'answers-are-not-cached',
      demand: 'Session, status and return page carry Cache-Control: no-store',
      async check(context) {
        const { id, answer } = await context.unpaidPage();
        const answers = {
          'POST /session': answer,
          'GET /session/{id}': await context.backend.status(id),
          'GET /return/{id}/{hint}': await context.backend.send(`/return/${id}/unknown`),
        };
        for (const [what, { headers }] of Object.entries(answers)) {
          const cache = headers.get('cache-control');
          demand(
            cache?.includes('no-store') === true,
            `Cache-Control: no-store from ${what}`,
            () => `${cache}`,
          );
        }
      },
    },
  ],
};
