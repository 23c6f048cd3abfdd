import { describe } from '../answer.ts';
import { demand } from '../broken.ts';
import type { RuleGroup } from '../rule.ts';

export const price: RuleGroup = {
  title: 'The price',
  heading: 'the-price',
  rules: [
    {
      name: 'price-is-the-shops',
      demand: 'An amount or a currency that the browser sends changes nothing',
      async check(context) {
        const order = context.freshOrder();
        const sent = {
          amount: '0.01',
          Amount: '0.01',
          currency: 'XTS',
          Currency: 'JPY',
          price: 1,
          order,
          reason: 'open',
        };
        const answer = await context.backend.open(sent);
        demand(answer.status === 201, '201, whatever else is in the body', () => describe(answer));
        const { amount, currency } = (await context.gateway.transactions()).at(-1) ?? {};
        const own = context.options.price ?? (await context.unpaidPage()).transaction;
        const fair =
          context.options.price === undefined
            ? amount !== '0.01' && Number(amount) !== 1 && currency === own.currency
            : amount === own.amount && currency === own.currency;
        demand(fair, 'the order’s own price at the gateway', () => `${amount} ${currency}`);
      },
    },
    {
      name: 'mode-and-customer-are-the-shops',
      demand: 'A test flag or a customer account that the browser sends changes nothing',
      async check(context) {
        const order = context.freshOrder();
        const foreignAccount = 'somebody-elses-account';
        const answer = await context.backend.open({
          order,
          reason: 'open',
          IsTest: false,
          test: false,
          ClientAccount: foreignAccount,
          Client: { ClientAccount: foreignAccount },
        });
        demand(answer.status === 201, '201, whatever else is in the body', () => describe(answer));
        const made = (await context.gateway.transactions()).at(-1);
        demand(made?.test === true, 'IsTest as the shop has it', () => `IsTest ${made?.test}`);
        demand(
          made?.customer.clientAccount !== foreignAccount,
          'the shop’s own ClientAccount',
          () => foreignAccount,
        );
      },
    },
  ],
};
