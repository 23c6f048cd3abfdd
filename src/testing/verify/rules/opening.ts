import { parseSession } from '../../../protocol/page/session.ts';
import { type Answer, demandProblem, describe, field } from '../answer.ts';
import { demand } from '../broken.ts';
import type { VerifyContext } from '../context.ts';
import type { RuleGroup } from '../rule.ts';
import { randomBits } from './randomBits.ts';

/** 128 random bits, less what chance may hide from whoever looks at a few ids only. */
const LEAST_BITS = 108;

export const opening: RuleGroup = {
  title: 'Opening a page',
  heading: 'opening-a-page',
  rules: [
    {
      name: 'session-is-what-the-widget-reads',
      demand:
        'POST /session answers 201 with sessionId, redirectUrl, the life that is left, and a statusUrl that works',
      async check(context) {
        const { id, answer } = await context.unpaidPage();
        const read = parseSession(answer.json);
        demand(read.ok, 'a CheckoutSession of checkout.openapi.json', () =>
          read.ok ? '' : `${read.reason}: ${describe(answer)}`,
        );
        const life = field(answer, 'expiresInMs') ?? 120_000;
        demand(
          typeof life === 'number' && life > 0 && life <= 120_000,
          'expiresInMs from 1 to 120000',
          () => `${life}`,
        );
        const statusUrl = field(answer, 'statusUrl');
        if (typeof statusUrl !== 'string') return;
        const status = await context.backend.send(new URL(statusUrl, `${context.options.url}/`).href);
        demand(
          status.status === 200 && typeof field(status, 'status') === 'string',
          `200 with the status of ${id} at statusUrl`,
          () => describe(status),
        );
      },
    },
    {
      name: 'session-ids-cannot-be-guessed',
      demand: 'Session ids are 128 random bits: no counter, no time, no order reference',
      async check(context) {
        const ids: string[] = [];
        for (let count = 0; count < 3; count++) ids.push((await context.openPage()).id);
        const bits = randomBits(ids);
        demand(
          bits >= LEAST_BITS,
          `ids that differ in at least ${LEAST_BITS} bits`,
          () => `${ids.join(', ')}, which differ in ${Math.floor(bits)} bits`,
        );
      },
    },
    {
      name: 'order-has-one-page',
      demand: 'However often an order is opened at once, one page of it can be paid',
      async check(context) {
        const order = context.freshOrder();
        const before = (await context.gateway.transactions()).length;
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => context.backend.open({ order, reason: 'open' })),
        );
        answers.push(await context.backend.open({ order, reason: 'open' }));
        const made = (await context.gateway.transactions()).length - before;
        demand(made === 1, 'one page made at the gateway for six requests', () => `${made}`);
        const ids = new Set(
          answers.filter(({ status }) => status === 201).map((each) => field(each, 'sessionId')),
        );
        demand(ids.size === 1, 'one sessionId in all answers', () => [...ids].join(', '));
        for (const answer of answers.filter(({ status }) => status !== 201)) {
          demandProblem(answer, 409, 'session_in_progress', 'whoever asks while the page is made');
        }
      },
    },
    {
      name: 'unknown-order-gets-no-page',
      demand:
        'An order that the shop does not know is answered 404 order_not_found, and nothing is made at the gateway',
      async check(context) {
        const order = context.options.unknownOrder;
        const answer = await withoutPage(context, { order, reason: 'open' });
        demandProblem(answer, 404, 'order_not_found', `the order ${JSON.stringify(order)}`);
      },
    },
    {
      name: 'strange-order-gets-no-page',
      demand:
        'An order that is no order at all (an object of a query language, a list, true) is refused with 4xx',
      async check(context) {
        for (const order of [{}, [], { $ne: null }, { $gt: '' }, true, -1, '__proto__', '%', "' OR 1=1 --"]) {
          const answer = await withoutPage(context, { order, reason: 'open' });
          demand(
            answer.status >= 400 && answer.status < 500,
            `4xx to the order ${JSON.stringify(order)}`,
            () => describe(answer),
          );
        }
      },
    },
    {
      name: 'malformed-request-is-refused',
      demand: 'What is no session request is answered 400 invalid_request',
      async check({ backend }) {
        const wrong: unknown[] = [
          '{',
          '[]',
          { order: 'x', reason: 'whim' },
          { order: 'x', reason: 'renew', previous: 'a b' },
        ];
        for (const body of wrong) {
          const shown = typeof body === 'string' ? body : JSON.stringify(body);
          demandProblem(await backend.open(body), 400, 'invalid_request', `the body ${shown}`);
        }
      },
    },
    {
      name: 'form-post-is-refused',
      demand:
        'Only application/json is taken: a form or a plain text needs no preflight, so another site could send it',
      async check(context) {
        for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
          const answer = await withoutPage(
            context,
            { order: context.options.unknownOrder, reason: 'open' },
            { 'content-type': type },
          );
          demandProblem(answer, 415, 'unsupported_media_type', `Content-Type: ${type}`);
        }
      },
    },
    {
      name: 'large-request-is-refused',
      demand: 'A body of 100 kB is answered 413 body_too_large',
      async check({ backend }) {
        demandProblem(
          await backend.open({ order: 'x'.repeat(100_000), reason: 'open' }),
          413,
          'body_too_large',
          'a body of 100 kB',
        );
      },
    },
    {
      name: 'gateway-outage-is-said',
      demand:
        'While the gateway makes no pages the answer is 503 gateway_unavailable with retryAfterMs; afterwards the order can be paid',
      async check(context) {
        const order = context.freshOrder();
        await context.gateway.fault({ do: 'status', status: 503, match: { operation: 'createHpp' } });
        const answer = await context.backend
          .open({ order, reason: 'open' })
          .finally(() => context.gateway.clearFaults());
        demandProblem(answer, 503, 'gateway_unavailable', 'an order while the gateway is away');
        const wait = field(answer, 'retryAfterMs');
        demand(typeof wait === 'number' && wait > 0, 'retryAfterMs above 0', () => describe(answer));
        const next = await context.until(
          () => context.backend.open({ order, reason: 'open' }),
          ({ status }) => status === 201,
        );
        demand(next.status === 201, '201 once the gateway is back', () => describe(next));
      },
    },
  ],
};

/** Asks for a session that must not be had. @throws RuleBroken when a page was made all the same. */
export async function withoutPage(
  { backend, gateway }: VerifyContext,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const before = (await gateway.transactions()).length;
  const answer = await backend.open(body, headers);
  const made = (await gateway.transactions()).length - before;
  demand(made === 0, 'no page made at the gateway', () => `one, and the answer ${describe(answer)}`);
  return answer;
}
