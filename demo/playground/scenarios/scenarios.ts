import type { ScenarioId } from '../../settings/scenarioIds.ts';
import type { Action } from '../../wire/actions.ts';

export interface Scenario {
  id: ScenarioId;
  title: string;
  /** What it shows, in one sentence for the person who watches. */
  shows: string;
  /** What to do in the shop, step by step. */
  steps: readonly string[];
  /** The test card to type, where the scenario depends on one. */
  card?: string;
  /** What the control room can do to the order meanwhile. */
  action?: { id: Action; label: string };
}

export interface ScenarioGroup {
  title: string;
  scenarios: readonly Scenario[];
}

const PRESS_PAY = 'Press Pay in the shop.';
const PAY_BY_CARD = 'Choose the first test card on the payment page and pay.';

/** In the order in which a sales person would show them. */
export const SCENARIO_GROUPS: readonly ScenarioGroup[] = [
  {
    title: 'By card',
    scenarios: [
      {
        id: 'paid',
        title: 'Paid',
        shows: 'The everyday case: a click, a card, and the parcel is on its way.',
        steps: [PRESS_PAY, PAY_BY_CARD, 'The shop says thank you, and the server ships once.'],
        card: '4242 4242 4242 4242',
      },
      {
        id: '3ds',
        title: '3-D Secure',
        shows: 'The bank asks the customer, inside the payment page. The shop has nothing to do for it.',
        steps: [
          PRESS_PAY,
          'Pay with the card that asks the bank.',
          'Approve, or decline, as the bank’s customer.',
        ],
        card: '4000 0000 0000 3220',
      },
      {
        id: 'declined',
        title: 'Declined',
        shows: 'The customer reads why and may try another card without starting over.',
        steps: [
          PRESS_PAY,
          'Pay with the card that is declined.',
          'Try another card. The third refusal ends the page.',
        ],
        card: '4000 0000 0000 0002',
      },
      {
        id: 'funds',
        title: 'Not enough money',
        shows: 'A refusal that another card mends: the same page, the same order.',
        steps: [PRESS_PAY, 'Pay with the empty card.', 'Then with the first test card.'],
        card: '4000 0000 0000 9995',
      },
    ],
  },
  {
    title: 'Other ways',
    scenarios: [
      {
        id: 'bank',
        title: 'Bank redirect',
        shows: 'The customer leaves for the bank’s own page and comes back. The shop waits and knows.',
        steps: [PRESS_PAY, 'Choose Bank and one of the three.', 'Approve at the bank.'],
      },
      {
        id: 'wallet',
        title: 'Wallet',
        shows: 'The customer approves on the phone; the page goes on by itself.',
        steps: [PRESS_PAY, 'Choose Wallet.', 'Approve.'],
      },
      {
        id: 'voucher',
        title: 'Voucher',
        shows: '“Pending” is an honest answer: the order waits until the voucher is paid.',
        steps: [PRESS_PAY, 'Choose Voucher.', 'Later, pay it: press the button below.'],
        action: { id: 'payVoucher', label: 'The customer pays the voucher' },
      },
    ],
  },
  {
    title: 'Customer',
    scenarios: [
      {
        id: 'expires',
        title: 'Page expires',
        shows:
          'A payment page lives two minutes, here thirty seconds. One that nobody has used is replaced by itself; one that was used never is.',
        steps: [PRESS_PAY, 'Click into the page, and watch the countdown.', 'Start again with a fresh page.'],
      },
      {
        id: 'closes',
        title: 'Closes',
        shows: 'Closing is not cancelling: the server is asked before the shop hears “closed”.',
        steps: [PRESS_PAY, 'Click into the page, then close it.', 'The basket is as it was.'],
      },
    ],
  },
  {
    title: 'Notification',
    scenarios: [
      {
        id: 'late',
        title: 'Late',
        shows:
          'The gateway’s message comes twenty seconds late. Polling knew before; the message changes nothing.',
        steps: [PRESS_PAY, PAY_BY_CARD, 'Watch the timeline: first the status call, then the message.'],
        action: { id: 'deliver', label: 'Deliver it now' },
      },
      {
        id: 'doubled',
        title: 'Doubled',
        shows: 'The same message twice, one parcel.',
        steps: [PRESS_PAY, PAY_BY_CARD, 'Two notifications, one “fulfilled”.'],
      },
      {
        id: 'lost',
        title: 'Lost',
        shows: 'No message ever comes. The server asks the gateway itself.',
        steps: [PRESS_PAY, PAY_BY_CARD, 'The status call settles it.'],
      },
    ],
  },
  {
    title: 'Trouble',
    scenarios: [
      {
        id: 'down',
        title: 'Gateway down',
        shows: 'No page can be opened: the customer is told so, has paid nothing and can try again.',
        steps: [PRESS_PAY, 'Read what the customer reads.', 'Bring the gateway back and try again.'],
        action: { id: 'gatewayUp', label: 'Bring the gateway back' },
      },
      {
        id: 'framing',
        title: 'Framing refused',
        shows: 'The gateway’s page will not be framed. The customer pays on the full page instead.',
        steps: [PRESS_PAY, 'Press “Open in full page” at the foot of the dialog.', PAY_BY_CARD],
      },
      {
        id: 'slow',
        title: 'Slow network',
        shows: 'Nine seconds until the page appears: named, with a way out, never a blank box.',
        steps: [PRESS_PAY, 'Wait and see what the customer sees.', PAY_BY_CARD],
      },
    ],
  },
];

export function scenarioOf(id: ScenarioId): Scenario {
  for (const { scenarios } of SCENARIO_GROUPS) {
    const found = scenarios.find((scenario) => scenario.id === id);
    if (found !== undefined) return found;
  }
  throw new RangeError(`There is no scenario "${id}".`);
}
