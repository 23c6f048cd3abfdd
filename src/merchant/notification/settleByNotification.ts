import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';
import type { TransactionEvidence } from '../poll/evidence.ts';
import { matchesRecord } from '../poll/matchRecord.ts';
import { hasDetails } from '../settle/deliverDetails.ts';
import { checkEarlierFulfilment } from '../settle/undeliveredToken.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import type { NotificationSettleContext } from './notifyContext.ts';
import { NOT_HANDED_ON, sendAgain } from './sendAgain.ts';

/**
 * Whether the notification has to be held until the merchant's `onPaymentDetails` has finished: it is signed, matches this
 * session in every field, says "paid", and its details were not delivered yet, or not with the card token that it brings.
 */
export function hasDetailsToDeliver(
  { hooks, gateway, decimals }: NotificationSettleContext,
  session: SessionRecord,
  notification: PaymentNotification,
): boolean {
  if (hooks.onPaymentDetails === undefined || notification.state !== 'processed') return false;
  if (hasDetails(session, 'notification', notification)) return false;
  return matchesRecord(session, evidenceOf(notification, gateway.test), decimals);
}

/**
 * Settles the session by a notification: by itself if it may be trusted, else by polling the gateway.
 *
 * @param signed `null`: it was not signed.
 */
export async function settleByNotification(
  context: NotificationSettleContext,
  found: Versioned<SessionRecord>,
  signed: PaymentNotification | null,
): Promise<void> {
  const { gateway, settler, confirmWith } = context;
  if (signed !== null && confirmWith === 'notification') {
    await settler.settleByEvidence(found, evidenceOf(signed, gateway.test));
  } else {
    const { finished } = await settler.sync(found.value.id, { force: false });
    await finished;
  }
  if (signed !== null && signed.cardToken !== null) await checkEarlierFulfilment(context, found.value);
}

/**
 * Settles, calls `onPayment` where it is this notification's to call, and gives the details to `onPaymentDetails`.
 *
 * @throws ProblemError 503 when the details were not taken, or the payment is not confirmed yet: the gateway sends again.
 */
export async function settleAndDeliver(
  context: NotificationSettleContext,
  found: Versioned<SessionRecord>,
  notification: PaymentNotification,
): Promise<void> {
  const { store, deliverDetails } = context;
  const { id, orderReference } = found.value;
  await settleByNotification(context, found, notification);
  const settled = await store.getSession(id);
  if (settled === null) return;
  if (settled.value.status !== 'completed') {
    throw sendAgain('The payment is not confirmed yet. Send the notification again.');
  }
  const fulfilment = await store.getFulfilment(orderReference);
  // A second payment of the order is reported, and never delivered.
  if (fulfilment?.sessionId !== id) return;
  const result = await deliverDetails(settled.value, notification, 'notification');
  if (!result.delivered) throw sendAgain(NOT_HANDED_ON);
}

function evidenceOf(notification: PaymentNotification, test: boolean): TransactionEvidence {
  return { kind: 'transaction', source: 'notification', details: notification, test };
}
