import type { Settings } from '../../settings/settings.ts';
import type { Device, Tab } from '../state/playgroundState.ts';
import type { Move } from './hands.ts';

export interface TourStep {
  /** One sentence, as large as it can be. */
  caption: string;
  /** The same for somebody who wants to see the wire. */
  wire: string;
  /** Value of `data-tour` of what the step is about. */
  target: string;
  /** A new customer's shop, without the dialog of an earlier step. */
  fresh?: true;
  settings?: Partial<Settings>;
  tab?: Tab;
  device?: Device;
  /** What the film does by itself, in this order. */
  moves?: readonly Move[];
  /** Types in the timeline that are awaited after that. */
  until?: readonly string[];
}

const payBy = (number: string): readonly Move[] => [
  { do: 'type', in: 'hosted', at: 'number', text: number },
  { do: 'type', in: 'hosted', at: 'expiry', text: '12 / 34' },
  { do: 'type', in: 'hosted', at: 'securityCode', text: '123' },
];
const PRESS_PAY: Move = { do: 'press', in: 'shop', at: '#pay' };
const PRESS_PAY_THERE: Move = { do: 'press', in: 'hosted', at: 'pay' };

/** Two minutes. */
export const STEPS: readonly TourStep[] = [
  {
    caption: 'This is a shop like yours, and this film pays in it.',
    wire: 'Three origins: the shop’s page, the shop’s server, the gateway.',
    target: 'shop',
    fresh: true,
    tab: 'scenario',
    device: 'desktop',
    settings: { scenario: 'paid', lang: 'en', presentation: 'modal', name: '', accent: '', logo: '' },
  },
  {
    caption: 'Pay opens the provider’s page, and yours stays where it is.',
    wire: 'POST /session: the server prices the order and gets an address that lives 120 s.',
    target: 'shop',
    moves: [PRESS_PAY, { do: 'find', in: 'hosted', at: 'number' }],
  },
  {
    caption: 'The card is typed on the provider’s page; your shop never sees it.',
    wire: 'The iframe is of the gateway’s origin: no script of the shop can read it.',
    target: 'shop',
    moves: payBy('4242 4242 4242 4242'),
  },
  {
    caption: 'Paid.',
    wire: 'The return page says “look now”; GET /session/:id tells what the server has settled.',
    target: 'shop',
    moves: [PRESS_PAY_THERE],
    until: ['complete'],
  },
  {
    caption: 'Your server knows it from the bank’s side, and the parcel leaves once.',
    wire: 'A signed notification settles the session; onPayment runs with an idempotency key.',
    target: 'score',
    until: ['fulfilled'],
  },
  {
    caption: 'Now the worst moment: the bank says yes, and we pull your server’s plug.',
    wire: 'SIGKILL to the process of the handler, between the money and the notification.',
    target: 'score',
    fresh: true,
    moves: [
      { do: 'press', in: 'room', at: '.plug button' },
      PRESS_PAY,
      ...payBy('4242 4242 4242 4242'),
      PRESS_PAY_THERE,
    ],
    until: ['killed'],
  },
  {
    caption: 'It comes back and makes up for it: nothing lost, nothing twice.',
    wire: 'The gateway repeats its notification, the sweep asks by itself: one of them settles, once.',
    target: 'score',
    until: ['restarted', 'fulfilled', 'complete'],
  },
  {
    caption: 'When the bank asks the customer, it asks inside the same page.',
    wire: '3-D Secure 2: a challenge in the frame, with the rights that banks’ pages need.',
    target: 'shop',
    fresh: true,
    settings: { scenario: '3ds' },
    moves: [
      PRESS_PAY,
      ...payBy('4000 0000 0000 3220'),
      PRESS_PAY_THERE,
      { do: 'press', in: 'hosted', at: 'approve' },
    ],
    until: ['complete'],
  },
  {
    caption: 'Your name and your colour take ten seconds.',
    wire: 'CSS custom properties on :root for the dialog, Configuration.Profile for the hosted page.',
    target: 'tabs',
    fresh: true,
    tab: 'brand',
    settings: { scenario: 'paid' },
    moves: [
      { do: 'type', in: 'room', at: '.brand-tab input[type="text"]', text: 'Nordlicht' },
      { do: 'type', in: 'room', at: '#brand-colour', text: '#6d3fd1' },
    ],
  },
  {
    caption: 'It speaks your customers’ languages, and fits in their hands.',
    wire: '32 languages, each a file of its own; Arabic turns the page round.',
    target: 'device',
    device: 'phone',
    settings: { lang: 'ar' },
    moves: [PRESS_PAY, { do: 'find', in: 'hosted', at: 'number' }],
  },
  {
    caption: 'And this is all the code.',
    wire: 'Script tag, npm, React, Vue, and the server: exactly what is on screen.',
    target: 'tabs',
    fresh: true,
    tab: 'code',
    device: 'desktop',
    settings: { lang: 'en', name: '', accent: '' },
  },
];
