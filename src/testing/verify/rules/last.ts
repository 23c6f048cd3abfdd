import { field } from '../answer.ts';
import { demand } from '../broken.ts';
import type { RuleGroup } from '../rule.ts';

/** Looked at when everything else is over: what was forged may have taken effect late. */
export const last: RuleGroup = {
  title: 'In the end',
  heading: 'in-the-end',
  rules: [
    {
      name: 'unpaid-stays-unpaid',
      demand: 'No session that nobody has paid is completed, however much was forged for it',
      async check(context) {
        for (const { id, transaction } of context.unpaid()) {
          const answer = await context.backend.status(id);
          demand(
            field(answer, 'status') !== 'completed',
            `the order ${transaction.orderReference} not completed, since nobody paid it`,
            () => answer.text.slice(0, 160),
          );
        }
      },
    },
  ],
};
