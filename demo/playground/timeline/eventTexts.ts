export type Mood = 'plain' | 'good' | 'bad' | 'wait';
export type Words = Readonly<
  Record<string, (facts: Readonly<Record<string, unknown>>) => { text: string; mood?: Mood }>
>;

const say =
  (text: string, mood: Mood = 'plain') =>
  () => ({ text, mood });

/** What the widget tells the page. */
export const BROWSER_WORDS: Words = {
  click: say('Pay is pressed'),
  open: say('The dialog opens'),
  load: say('The frame has loaded'),
  expiring: ({ remainingMs }) => ({ text: `${seconds(remainingMs)} left to pay`, mood: 'wait' }),
  expired: say('The page has expired', 'bad'),
  complete: say('The shop hears “completed”', 'good'),
  fail: say('The shop hears “failed”', 'bad'),
  pending: say('The shop hears “pending”', 'wait'),
  close: ({ outcome }) => ({ text: `The dialog is gone (${outcome})` }),
  error: ({ code }) => ({ text: `Named for the developer: ${code}`, mood: 'bad' }),
  returned: say('Back from the full page'),
};

/** What the shop's handler logs. */
export const SERVER_WORDS: Words = {
  session_created: say('Prices the order itself, makes a session'),
  session_opened: say('Has the page’s address: two minutes to pay'),
  session_not_opened: say('No page: the order stays payable', 'bad'),
  returned: say('The customer is back; nothing is believed yet'),
  pending: say('Settled as pending', 'wait'),
  completed: ({ source }) => ({ text: `Settled as paid, by ${bySource(source)}`, mood: 'good' }),
  failed: ({ source }) => ({ text: `Settled as failed, by ${bySource(source)}`, mood: 'bad' }),
  expired: say('Settled as expired', 'bad'),
  fulfilled: say('Ships the order: once, ever', 'good'),
  notification_received: say('Notification stored, signature checked'),
  notification_rejected: say('Notification refused', 'bad'),
  notification_unreadable: say('Alert: a notification that cannot be read', 'bad'),
  fields_unreadable: say('Fields of the notification could not be read', 'wait'),
  rate_limited: say('Alert: too many requests', 'wait'),
  unsigned_orphan: say('Notification for nobody we know, unsigned', 'bad'),
  notification_handled: say('Notification of another payment handed on'),
  notification_failed: say('Notification not taken; it comes again', 'wait'),
  details_delivered: say('Card token and details handed to the shop', 'good'),
  details_failed: say('Details not taken; they come again', 'wait'),
  details_failing: say('Alert: details not taken, again', 'bad'),
  card_token_missing: say('Alert: no notification brought the details', 'bad'),
  underpaid: say('Alert: paid less than the order costs by now', 'bad'),
  overcharged: say('Alert: paid more than the order costs by now', 'wait'),
  price_unknown: say('Alert: the price could not be asked again', 'wait'),
  orphan_notification: say('Alert: a notification for nobody we know', 'bad'),
  mismatch: say('Alert: the notification does not match our order', 'bad'),
  late_payment: say('Alert: a payment after the end; it counts', 'wait'),
  overpaid: say('Alert: paid twice, one to refund', 'bad'),
};

/** What the gateway does. */
export const GATEWAY_WORDS: Words = {
  request: ({ operation, status, fault }) => {
    const mood = typeof status === 'number' && status >= 400 ? 'bad' : 'plain';
    return { text: `${CALLS[String(operation)] ?? operation} → ${status ?? fault ?? 'no answer'}`, mood };
  },
  'transaction.created': say('A payment page is made'),
  'transaction.changed': ({ state, errorMessage }) => ({
    text: typeof errorMessage === 'string' && errorMessage !== '' ? errorMessage : `The payment is ${state}`,
    mood: state === 'processed' ? 'good' : state === 'pending' ? 'wait' : 'bad',
  }),
  'token.created': say('The card gets a token'),
  'notification.scheduled': say('A notification is on its way'),
  'notification.attempted': ({ attempt }) => ({ text: `Delivery ${attempt} was not heard`, mood: 'wait' }),
  'notification.acknowledged': ({ attempt }) => ({ text: `Delivery ${attempt} heard: 200 OK` }),
  'notification.dropped': say('The notification is lost on the way', 'bad'),
  'fault.applied': ({ do: what }) => ({ text: `Fault: ${what}`, mood: 'bad' }),
};

const CALLS: Readonly<Record<string, string>> = {
  createHpp: 'POST /api/hpptoken/create',
  retrieve: 'GET /api/transactions/retrieve',
};

function bySource(source: unknown): string {
  return source === 'notification' ? 'the notification' : source === 'status' ? 'a status call' : 'evidence';
}

function seconds(ms: unknown): string {
  return typeof ms === 'number' ? `${Math.round(ms / 1000)} seconds` : 'A minute';
}
