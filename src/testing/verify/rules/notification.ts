import { describe } from '../answer.ts';
import { demand } from '../broken.ts';
import { demandUnsettled, type OpenPage, type VerifyContext } from '../context.ts';
import { paidNotification } from '../gatewaySide.ts';
import type { Rule, RuleGroup } from '../rule.ts';
import { randomBits } from './randomBits.ts';

const WRONG_SIGNATURE = 'bm90IGEgZ2VudWluZSBzaWduYXR1cmUgb2YgYW55Ym8=';
/** The notify address's own secret, by the contract. */
const LEAST_SECRET_BITS = 96;

export const notification: RuleGroup = {
  title: 'Notifications',
  heading: 'notifications',
  rules: [
    {
      name: 'notification-is-acknowledged',
      demand: 'A genuine notification is answered 2xx',
      async check(context) {
        const { transaction } = await context.paidPage();
        const all = await context.gateway.notifications();
        const own = all.filter(({ pspId }) => pspId === transaction.pspId);
        demand(
          own.some(({ state }) => state === 'acknowledged'),
          `2xx at ${hidden(transaction.callBackUrl)}`,
          () =>
            own.flatMap(({ attempts }) => attempts.map(({ status, error }) => status ?? error)).join(', ') ||
            'none sent',
        );
      },
    },
    {
      name: 'repeated-notification-is-acknowledged',
      demand: 'A notification that comes again is answered 2xx, and the session stays completed',
      async check(context) {
        const { id, transaction } = await context.paidPage();
        const all = await context.gateway.notifications();
        const first = all.find(({ pspId }) => pspId === transaction.pspId);
        if (first === undefined) return; // the rule before this one says so
        const again = await context.gateway.resend(first);
        const seen = again.attempts.at(-1)?.status ?? null;
        demand(seen !== null && seen >= 200 && seen < 300, '2xx to the second delivery', () => `${seen}`);
        await context.untilStatus(id, 'completed', 'it was paid, and its notification came twice');
      },
    },
    {
      name: 'notification-address-has-a-secret',
      demand: 'Each session’s CallBackURL has a random part of its own, beside the session’s id',
      async check(context) {
        const pages = [await context.openPage(), await context.unpaidPage(), await context.paidPage()];
        const secrets = pages.map(({ id, transaction }) => transaction.callBackUrl.replaceAll(id, ''));
        const bits = randomBits(secrets);
        demand(
          new Set(secrets).size > 1 && bits >= LEAST_SECRET_BITS,
          `CallBackURLs that differ in ${LEAST_SECRET_BITS} bits beside the session's id`,
          () => `${Math.floor(bits)} bits`,
        );
      },
    },
    forged('unsigned-notification-settles-nothing', 'A notification without a signature completes nothing', {
      signed: false,
    }),
    forged(
      'wrongly-signed-notification-settles-nothing',
      'A notification with a wrong signature completes nothing',
      {
        signed: WRONG_SIGNATURE,
      },
    ),
    {
      name: 'refused-notification-is-not-acknowledged',
      demand:
        'A notification whose signature is wrong is answered 401: acknowledged, it would never come again, should the fault be ours',
      async check(context) {
        const { transaction } = await context.unpaidPage();
        const forgery = paidNotification(transaction, context.now());
        const answer = await context.gateway.notify(transaction.callBackUrl, forgery, WRONG_SIGNATURE);
        demand(answer?.status === 401, '401 to a wrong signature', () =>
          answer === null ? 'no answer' : describe(answer),
        );
      },
    },
    forged(
      'notification-of-another-amount-settles-nothing',
      'A signed notification of another amount completes nothing',
      {
        signed: true,
        change: { Amount: '0.01' },
      },
    ),
    forged(
      'notification-of-another-currency-settles-nothing',
      'A signed notification of another currency completes nothing',
      {
        signed: true,
        change: { Currency: 'JPY' },
      },
    ),
    forged(
      'notification-of-another-transaction-settles-nothing',
      'A signed notification of another PspId completes nothing',
      {
        signed: true,
        change: { PspId: '999999999', TransactionToken: 'f'.repeat(32) },
      },
    ),
    {
      name: 'notification-of-another-order-settles-nothing',
      demand: 'Another order’s genuine notification, sent to this session’s address, completes nothing here',
      async check(context) {
        const page = await context.unpaidPage();
        const { transaction } = await context.paidPage();
        await context.gateway.notify(
          page.transaction.callBackUrl,
          paidNotification(transaction, context.now()),
          true,
        );
        await demandUnsettled(
          context,
          page,
          `the notification of ${transaction.orderReference} at its address`,
        );
      },
    },
    {
      name: 'malformed-notification-is-refused',
      demand: 'What is no notification is answered 4xx: not acknowledged, and no crash',
      async check(context) {
        const { transaction } = await context.unpaidPage();
        for (const body of ['', '{', '[]', 'null', '"x"', `${'['.repeat(5_000)}`]) {
          const answer = await context.gateway.notify(transaction.callBackUrl, body, WRONG_SIGNATURE);
          demand(
            answer !== null && answer.status >= 400 && answer.status < 500,
            `4xx to the body ${JSON.stringify(body.slice(0, 10))}`,
            () => (answer === null ? 'no answer' : describe(answer)),
          );
        }
      },
    },
    {
      name: 'large-notification-is-refused',
      demand: 'A body of 2 MB is not read: 413, or the connection is ended',
      async check(context) {
        const { transaction } = await context.unpaidPage();
        const body = { ...paidNotification(transaction, context.now()), Email: 'x'.repeat(2_000_000) };
        const answer = await context.gateway.notify(transaction.callBackUrl, body, WRONG_SIGNATURE);
        demand(answer === null || answer.status === 413, '413', () =>
          answer === null ? '' : describe(answer),
        );
      },
    },
  ],
};

/** A forged notification for the shared unpaid page. */
function forged(
  name: string,
  demanded: string,
  { signed, change = {} }: { signed: boolean | string; change?: Record<string, string> },
): Rule {
  return {
    name,
    demand: demanded,
    async check(context: VerifyContext) {
      const page: OpenPage = await context.unpaidPage();
      const payload = { ...paidNotification(page.transaction, context.now()), ...change };
      await context.gateway.notify(page.transaction.callBackUrl, payload, signed);
      await demandUnsettled(
        context,
        page,
        `a forged notification (${Object.keys(change).join(', ') || 'signature'})`,
      );
    },
  };
}

/** The address without what is secret in it. */
function hidden(url: string): string {
  return url.replace(/[^/]{16,}/g, '…');
}
