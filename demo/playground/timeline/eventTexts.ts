export type Tone = 'plain' | 'good' | 'bad' | 'wait';
export type EventTexts = Readonly<
  Record<string, (facts: Readonly<Record<string, unknown>>) => { text: string; tone?: Tone }>
>;

const always =
  (text: string, tone: Tone = 'plain') =>
  () => ({ text, tone });

/** Events of the widget in the shop's page. */
export const BROWSER_EVENT_TEXTS: EventTexts = {
  click: always('Pay is pressed'),
  open: always('The dialog opens'),
  load: always('The frame has loaded'),
  expiring: ({ remainingMs }) => ({ text: `${seconds(remainingMs)} left to pay`, tone: 'wait' }),
  expired: always('The page has expired', 'bad'),
  complete: always('The shop hears “completed”', 'good'),
  fail: always('The shop hears “failed”', 'bad'),
  pending: always('The shop hears “pending”', 'wait'),
  close: ({ outcome }) => ({ text: `The dialog is gone (${outcome})` }),
  error: ({ code }) => ({ text: `Named for the developer: ${code}`, tone: 'bad' }),
  returned: always('Back from the full page'),
};

/** Events of the shop's handler. */
export const SERVER_EVENT_TEXTS: EventTexts = {
  session_created: always('Prices the order itself, makes a session'),
  session_opened: always('Has the page’s address: two minutes to pay'),
  session_not_opened: always('No page: the order stays payable', 'bad'),
  app_chosen: always('Notes which app the customer goes back to'),
  returned: always('The customer is back; nothing is believed yet'),
  pending: always('Settled as pending', 'wait'),
  completed: ({ source }) => ({ text: `Settled as paid, by ${bySource(source)}`, tone: 'good' }),
  failed: ({ source }) => ({ text: `Settled as failed, by ${bySource(source)}`, tone: 'bad' }),
  expired: always('Settled as expired', 'bad'),
  killed: ({ pid }) => ({ text: `SIGKILL: process ${pid}, the shop’s server, is dead`, tone: 'bad' }),
  restarted: ({ pid }) => ({ text: `The shop’s server is back, as process ${pid}`, tone: 'good' }),
  fulfilled: always('Ships the order: once, ever', 'good'),
  notification_received: always('Notification stored, signature checked'),
  notification_rejected: always('Notification refused', 'bad'),
  notification_unreadable: always('Alert: a notification that cannot be read', 'bad'),
  fields_unreadable: always('Fields of the notification could not be read', 'wait'),
  rate_limited: always('Alert: too many requests', 'wait'),
  unsigned_orphan: always('Notification for nobody we know, unsigned', 'bad'),
  notification_handled: always('Notification of another payment handed on'),
  notification_failed: always('Notification not taken; it comes again', 'wait'),
  details_delivered: always('Card token and details handed to the shop', 'good'),
  details_failed: always('Details not taken; they come again', 'wait'),
  details_failing: always('Alert: details not taken, again', 'bad'),
  card_token_missing: always('Alert: no notification brought the details', 'bad'),
  underpaid: always('Alert: paid less than the order costs by now', 'bad'),
  overcharged: always('Alert: paid more than the order costs by now', 'wait'),
  price_unknown: always('Alert: the price could not be asked again', 'wait'),
  orphan_notification: always('Alert: a notification for nobody we know', 'bad'),
  mismatch: always('Alert: the notification does not match our order', 'bad'),
  late_payment: always('Alert: a payment after the end; it counts', 'wait'),
  overpaid: always('Alert: paid twice, one to refund', 'bad'),
};

/** Events of the gateway. */
export const GATEWAY_EVENT_TEXTS: EventTexts = {
  request: ({ operation, status, fault }) => {
    const tone = typeof status === 'number' && status >= 400 ? 'bad' : 'plain';
    return {
      text: `${OPERATIONS[String(operation)] ?? operation} → ${status ?? fault ?? 'no answer'}`,
      tone,
    };
  },
  'transaction.created': always('A payment page is made'),
  'transaction.changed': ({ state, errorMessage }) => ({
    text: typeof errorMessage === 'string' && errorMessage !== '' ? errorMessage : `The payment is ${state}`,
    tone: state === 'processed' ? 'good' : state === 'pending' ? 'wait' : 'bad',
  }),
  'token.created': always('The card gets a token'),
  'notification.scheduled': always('A notification is on its way'),
  'notification.attempted': ({ attempt }) => ({ text: `Delivery ${attempt} was not heard`, tone: 'wait' }),
  'notification.acknowledged': ({ attempt }) => ({ text: `Delivery ${attempt} heard: 200 OK` }),
  'notification.dropped': always('The notification is lost on the way', 'bad'),
  'fault.applied': ({ do: what }) => ({ text: `Fault: ${what}`, tone: 'bad' }),
};

const OPERATIONS: Readonly<Record<string, string>> = {
  createHpp: 'POST /api/hpptoken/create',
  retrieve: 'GET /api/transactions/retrieve',
};

function bySource(source: unknown): string {
  return source === 'notification' ? 'the notification' : source === 'status' ? 'a status call' : 'evidence';
}

function seconds(ms: unknown): string {
  return typeof ms === 'number' ? `${Math.round(ms / 1000)} seconds` : 'A minute';
}
