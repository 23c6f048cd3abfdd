import type { PaymentEventType } from '../observe/events.ts';
import type { ChainActor } from './types.ts';

type Data = Readonly<Record<string, unknown>>;
type Telling = readonly [
  actor: ChainActor | ((data: Data) => ChainActor),
  text: string | ((data: Data) => string),
];

const sourceOf = ({ source }: Data) =>
  source === 'notification' ? 'by its notification' : 'in its status answer';
/** The hook that a paid order was told by: `onPayment`, unless the event names another one. */
const callOf = ({ call }: Data) => (typeof call === 'string' ? call : 'onPayment');
const errorOf = ({ error }: Data) => (typeof error === 'string' ? `: ${error}` : '');

/** How a session began, where it was not by the Pay button. */
const BEGUN: Readonly<Record<string, string>> = {
  page: 'The customer pressed the button of the pay page',
  link: 'The customer pressed the button behind a pay link',
  server: 'The shop called createSession',
};

/** Who made it happen, and the event as a sentence. */
const TELLINGS: Readonly<Record<PaymentEventType, Telling>> = {
  session_created: [
    ({ reason }) => (reason === 'server' ? 'shop' : 'customer'),
    ({ reason }) => `${BEGUN[String(reason)] ?? 'The customer clicked Pay'}; the session was stored`,
  ],
  session_opened: ['gateway', 'The gateway made the payment page'],
  session_not_opened: ['handler', ({ because }) => `The session got no page: ${because}`],
  app_chosen: ['customer', 'The session was begun in an app, which the customer goes back to'],
  returned: [
    'customer',
    ({ byPage }) =>
      byPage === true ? 'The payment page sent the customer back' : 'Somebody opened the return page',
  ],
  pending: ['gateway', (data) => `The gateway says that the payment is under way, ${sourceOf(data)}`],
  completed: ['gateway', (data) => `The gateway says that the order is paid, ${sourceOf(data)}`],
  failed: ['gateway', (data) => `The gateway says that the payment failed, ${sourceOf(data)}`],
  expired: [
    'gateway',
    ({ because, ...data }) =>
      because === undefined
        ? `The gateway says that the page expired, ${sourceOf(data)}`
        : `The page can no longer be paid (${because}), and the gateway does not say that it was`,
  ],
  order_unpaid: ['handler', 'The order will not be paid: onUnpaid was begun'],
  unpaid_told: ['shop', ({ attempt }) => `onUnpaid finished, attempt ${attempt}`],
  unpaid_failed: ['shop', (data) => `onUnpaid failed, attempt ${data.attempt}${errorOf(data)}`],
  unpaid_failing: ['handler', (data) => `Alert: onUnpaid has failed ${data.attempts} times${errorOf(data)}`],
  pending_told: ['shop', 'onPending finished'],
  pending_failed: ['shop', (data) => `onPending failed, attempt ${data.attempt}${errorOf(data)}`],
  pending_failing: ['handler', (data) => `Alert: onPending has failed ${data.attempt} times${errorOf(data)}`],
  fulfilment_failed: ['shop', (data) => `${callOf(data)} failed, attempt ${data.attempt}${errorOf(data)}`],
  fulfilled: ['shop', (data) => `${callOf(data)} finished, attempt ${data.attempt}: the order is fulfilled`],
  details_delivered: ['shop', ({ attempt }) => `onPaymentDetails finished, attempt ${attempt}`],
  details_failed: ['shop', (data) => `onPaymentDetails failed, attempt ${data.attempt}${errorOf(data)}`],
  notification_received: ['gateway', 'A notification came'],
  notification_rejected: ['handler', 'A notification was refused'],
  fields_unreadable: ['gateway', 'Fields of the gateway’s message that settle nothing could not be read'],
  unsigned_orphan: ['handler', 'A notification without a signature came for no session'],
  notification_handled: ['shop', 'onNotification finished'],
  notification_failed: ['shop', (data) => `onNotification failed${errorOf(data)}`],
  unknown_status: [
    'gateway',
    ({ gatewayStatus }) => `The gateway gave a status that is not known: ${gatewayStatus}`,
  ],
  status_incomplete: ['gateway', 'The gateway says "paid" without the sum, or without naming the payment'],
  notification_unreadable: ['gateway', 'The gateway sent a notification that cannot be read'],
  mismatch: [
    'gateway',
    'The gateway told of another amount, currency, reference or mode: nothing was settled',
  ],
  conflict: ['gateway', 'The gateway takes back a payment that it had told of; the payment stands'],
  overpaid: ['customer', 'The order was paid a second time: refund it'],
  late_payment: ['gateway', ({ was }) => `It was paid after the session was "${was}"; it counts`],
  unresolved: ['handler', 'A week without a final answer of the gateway'],
  payment_unconfirmed: [
    'gateway',
    'The gateway says "paid" for 15 minutes, not of what sum, and no notification came',
  ],
  fulfilment_failing: [
    'handler',
    (data) => `Alert: ${callOf(data)} has failed ${data.attempts} times${errorOf(data)}`,
  ],
  underpaid: ['shop', 'The order costs more by now than was paid, or another currency'],
  overcharged: ['shop', 'The order costs less by now than was paid: refund the rest'],
  price_unknown: ['shop', 'resolveOrder failed each time; the order is fulfilled without that check'],
  details_failing: ['handler', 'Alert: onPaymentDetails has failed three times or more'],
  card_token_missing: ['handler', 'No notification brought the payment’s details in time'],
  card_token_undelivered: ['handler', 'A notification brought a card token that nobody was there to take'],
  rate_limited: ['handler', 'A limit of requests was reached'],
  orphan_notification: ['gateway', 'The gateway signed a notification of no session'],
  lapsed: ['gateway', 'The gateway let the authorisation go: the money is no longer held'],
};

/** A newer release may have stored a type that this one does not know: its name says enough (F47). */
export function describeEvent(type: string, data: Data): { actor: ChainActor; text: string } {
  const known = Object.hasOwn(TELLINGS, type) ? TELLINGS[type as PaymentEventType] : undefined;
  if (known === undefined) return { actor: 'handler', text: type };
  const [actor, text] = known;
  return {
    actor: typeof actor === 'string' ? actor : actor(data),
    text: typeof text === 'string' ? text : text(data),
  };
}
