import { newEvent } from '../observe/events.ts';
import { addNewEvents, isSameType } from '../record/addNewEvents.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { PaymentHooks } from '../shop/paymentHooks.ts';
import type { SessionRecord, StoredNotification } from '../store/contract.ts';

/** How many notifications of one session are searched; more of them are copies. */
const MOST_NOTIFICATIONS = 20;

export interface UndeliveredTokenContext extends Pick<RecordContext, 'store' | 'emit'> {
  readonly hooks: PaymentHooks;
}

/** Whether the merchant takes card tokens by `onPayment` alone, which may be called before the gateway has sent one. */
const hasOnPaymentAlone = ({ onPayment, onPaymentDetails }: PaymentHooks): boolean =>
  onPayment !== undefined && onPaymentDetails === undefined;

/** After `onPayment` was called without a card token: has a notification brought one all the same? */
export async function checkNotifiedToken(
  context: UndeliveredTokenContext,
  session: SessionRecord,
): Promise<void> {
  if (!hasOnPaymentAlone(context.hooks)) return;
  const notifications = await context.store.listNotifications(session.id, MOST_NOTIFICATIONS);
  if (notifications.some(namesToken)) await raiseAlert(context, session);
}

/** After a notification with a card token: was `onPayment` called before, without one? */
export async function checkEarlierFulfilment(
  context: UndeliveredTokenContext,
  session: SessionRecord,
): Promise<void> {
  if (!hasOnPaymentAlone(context.hooks)) return;
  const events = await context.store.listEvents(session.id);
  const fulfilled = events.find(({ type }) => type === 'fulfilled');
  if (fulfilled?.data.withCardToken === false) await raiseAlert(context, session);
}

/** Once a session. The token itself is nowhere any more: the gateway can be asked to send the notification again. */
async function raiseAlert(context: UndeliveredTokenContext, session: SessionRecord): Promise<void> {
  await addNewEvents(context, session, [newEvent('card_token_undelivered')], isSameType);
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
