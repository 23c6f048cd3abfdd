import { demandProblem, describe, field } from '../answer.ts';
import { demand, RuleSkipped } from '../broken.ts';
import { demandUnsettled, type VerifyContext } from '../context.ts';
import type { Rule, RuleGroup } from '../rule.ts';

export const outcome: RuleGroup = {
  title: 'The outcome',
  heading: 'the-outcome',
  rules: [
    {
      name: 'payment-is-told',
      demand: 'A session whose page was paid becomes "completed"',
      async check(context) {
        await context.paidPage();
      },
    },
    {
      name: 'paid-order-gets-no-second-page',
      demand: 'A paid order is answered 409 already_completed with its orderReference, and no page is made',
      async check(context) {
        const { order, id, transaction } = await context.paidPage();
        const given = context.options.paidOrder;
        for (const each of given === undefined ? [order] : [order, given]) {
          const before = (await context.gateway.transactions()).length;
          const answer = await context.backend.open({ order: each, reason: 'open' });
          const made = (await context.gateway.transactions()).length - before;
          demand(made === 0, 'no page made at the gateway', () => `one, and the answer ${describe(answer)}`);
          demandProblem(answer, 409, 'already_completed', `the paid order ${JSON.stringify(each)}`);
          if (each !== order) continue;
          const [reference, session] = [field(answer, 'orderReference'), field(answer, 'sessionId')];
          demand(
            reference === transaction.orderReference && (session === undefined || session === id),
            `orderReference "${transaction.orderReference}" and the session that paid`,
            () => describe(answer),
          );
        }
      },
    },
    {
      name: 'lost-notification-is-made-up-for',
      demand: 'A payment whose notification never comes is found by asking the gateway',
      async check(context) {
        await context.gateway.hold();
        try {
          const page = await context.openPage();
          context.mayComplete(page);
          await context.gateway.pay(page.redirectUrl);
          await context.untilStatus(page.id, 'completed', 'its page was paid, though no notification came');
        } finally {
          await context.gateway.release();
        }
      },
    },
    {
      name: 'refused-payment-is-told',
      demand:
        'A payment that the customer cancelled becomes "failed", and the order can be paid again on a new page',
      async check(context) {
        const page = await context.openPage();
        await context.gateway.cancel(page.redirectUrl);
        await context.untilStatus(page.id, 'failed', 'the customer cancelled');
        const next = await context.openPage(page.order);
        demand(next.id !== page.id, 'a new session for the next try', () => `${next.id} again`);
      },
    },
    {
      name: 'expired-page-is-told',
      demand: 'A page that the gateway calls expired becomes "expired"',
      async check(context) {
        const page = await context.openPage();
        await context.gateway.trigger('expired', page.transaction);
        await context.untilStatus(page.id, 'expired', 'the gateway says that the page has expired');
      },
    },
    {
      name: 'money-wins',
      demand: 'A payment that comes after a decline completes the session all the same',
      async check(context) {
        const page = await context.openPage();
        context.mayComplete(page);
        await context.gateway.trigger('declined', page.transaction);
        await context.untilStatus(page.id, 'failed', 'the gateway declined');
        await context.gateway.trigger('processed', page.transaction);
        await context.untilStatus(page.id, 'completed', 'it was paid after the decline');
      },
    },
    answersOf('amount', { Amount: '0.01' }),
    answersOf('currency', { Currency: 'USD' }),
    {
      name: 'order-is-fulfilled-once',
      demand: 'A paid order is fulfilled once, however often its payment is told',
      async check(context) {
        const { fulfilled } = context.options;
        if (fulfilled === undefined)
          throw new RuleSkipped('say where fulfilments are seen, with --fulfilled');
        const { id, transaction } = await context.paidPage();
        const times = async () =>
          (await fulfilled()).filter((reference) => reference === transaction.orderReference).length;
        await context.until(times, (count) => count > 0);
        for (const notification of await context.gateway.notifications()) {
          if (notification.pspId === transaction.pspId) await context.gateway.resend(notification);
        }
        await context.backend.status(id);
        const count = await times();
        demand(count === 1, `${transaction.orderReference} fulfilled once`, () => `${count} times`);
      },
    },
  ],
};

/** The gateway's own answers, authentic, speak of another sum. */
function answersOf(what: string, fields: Record<string, string>): Rule {
  return {
    name: `answer-of-another-${what}-settles-nothing`,
    demand: `A genuine answer or notification of another ${what} than the shop’s record has completes nothing`,
    async check(context: VerifyContext) {
      const page = await context.openPage();
      const match = { orderReference: page.transaction.orderReference };
      for (const operation of ['retrieve', 'notification'] as const)
        await context.gateway.fault({ do: 'alter', fields, match: { ...match, operation } });
      try {
        const before = await context.gateway.statusCalls(page.transaction);
        await context.gateway.pay(page.redirectUrl);
        await context.until(
          async () => {
            await demandUnsettled(context, page, `an answer with ${JSON.stringify(fields)}`);
            return context.gateway.statusCalls(page.transaction);
          },
          (calls) => calls > before,
        );
        await demandUnsettled(context, page, `an answer with ${JSON.stringify(fields)}`);
      } finally {
        await context.gateway.clearFaults();
        context.mayComplete(page);
      }
    },
  };
}
