import { newEvent } from '../observe/events.ts';
import type { Parts } from '../parts.ts';
import { addNewEvents, isSameType } from '../record/knownEvents.ts';
import type { SessionRecord, StoredNotification } from '../store/contract.ts';

/** Notifications of one session that are looked through; more of them are copies. */
const MOST_NOTIFICATIONS = 20;

type Needs = Pick<Parts, 'settings' | 'store' | 'emit'>;

/** Whether the merchant takes card tokens from `onPayment` alone, which may be called before the gateway has told one. */
const isOnPaymentAlone = ({ onPayment, onPaymentDetails }: Parts['settings']): boolean =>
  onPayment !== undefined && onPaymentDetails === undefined;

/** After `onPayment` was called without a card token: has a notification brought one all the same? */
export async function checkNotifiedToken(parts: Needs, session: SessionRecord): Promise<void> {
  if (!isOnPaymentAlone(parts.settings)) return;
  const notices = await parts.store.listNotifications(session.id, MOST_NOTIFICATIONS);
  if (notices.some(namesToken)) await raise(parts, session);
}

/** After a notification with a card token: was `onPayment` called before, without one? */
export async function checkEarlierFulfilment(parts: Needs, session: SessionRecord): Promise<void> {
  if (!isOnPaymentAlone(parts.settings)) return;
  const events = await parts.store.listEvents(session.id);
  const fulfilled = events.find(({ type }) => type === 'fulfilled');
  if (fulfilled?.data.withCardToken === false) await raise(parts, session);
}

/** Once a session. The token itself is nowhere any more: the gateway can be asked to send the notification again. */
async function raise(parts: Needs, session: SessionRecord): Promise<void> {
  await addNewEvents(parts, session, [newEvent('card_token_undelivered')], isSameType);
}

/** The stored copy is redacted: it shows that there was a token, and not which. */
function namesToken({ verified, body }: StoredNotification): boolean {
  return (
    verified &&
    Object.entries(body).some(
      ([name, value]) => name.toLowerCase() === 'cardtoken' && value !== null && value !== '',
    )
  );
}
