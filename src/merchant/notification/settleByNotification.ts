import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import type { Parts } from '../parts.ts';
import { hasDetails } from '../settle/deliverDetails.ts';
import { type Evidence, isAbout } from '../settle/judge.ts';
import type { Settler } from '../settle/settler.ts';
import { checkEarlierFulfilment } from '../settle/undeliveredToken.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import type { ReadNotice } from './readNotice.ts';

/** When the gateway is asked to send again: its own schedule may be slower. */
const AGAIN_MS = 30_000;

/**
 * Whether the notification has to be held until the merchant's `onPaymentDetails` has finished: it is signed, means this
 * session in every particular, says "paid", and its details were not given yet, or not with the card token that it brings.
 */
export function hasDetailsToDeliver(
  { settings, gateway }: Pick<Parts, 'settings' | 'gateway'>,
  session: SessionRecord,
  notification: PaymentNotification,
): boolean {
  if (settings.onPaymentDetails === undefined || notification.state !== 'processed') return false;
  if (hasDetails(session, 'notification', notification)) return false;
  return isAbout(session, evidenceOf(notification, gateway.test), gateway.profile.limits.decimals);
}

/** Settles the session by a notification: by itself if it may be trusted, else by asking the gateway. */
export async function settleByNotification(
  parts: Parts,
  settler: Settler,
  found: Versioned<SessionRecord>,
  read: ReadNotice,
): Promise<void> {
  if (read.kind === 'signed' && parts.settings.confirmWith === 'notification') {
    await settler.settleBy(found, evidenceOf(read.notification, parts.gateway.test));
  } else {
    const look = await settler.look(found.value.id, 'gently');
    if (look !== null && look !== 'busy') await look.rest;
  }
  if (read.kind === 'signed' && read.notification.cardToken !== null) {
    await checkEarlierFulfilment(parts, found.value);
  }
}

/**
 * Settles, calls `onPayment` where it is this notification's to call, and gives the details to `onPaymentDetails`.
 *
 * @throws ProblemError 503 when the details were not taken, or the payment is not confirmed yet: the gateway sends again.
 */
export async function settleAndDeliver(
  parts: Parts,
  settler: Settler,
  found: Versioned<SessionRecord>,
  notification: PaymentNotification,
): Promise<void> {
  const { id, orderReference } = found.value;
  await settleByNotification(parts, settler, found, { kind: 'signed', notification });
  const settled = await parts.store.getSession(id);
  if (settled === null) return;
  if (settled.value.status !== 'completed') {
    throw new ProblemError('notification_not_handled', {
      detail: 'The payment is not confirmed yet. Send the notification again.',
      retryAfterMs: AGAIN_MS,
    });
  }
  const effect = await parts.store.getFulfilment(orderReference);
  // A second payment of the order is reported, and never delivered.
  if (effect?.sessionId !== id) return;
  const result = await settler.deliverDetails(settled.value, notification, 'notification');
  if (!result.delivered) {
    throw new ProblemError('notification_not_handled', {
      detail: 'The notification was stored, and could not be handed on. Send it again.',
      retryAfterMs: AGAIN_MS,
    });
  }
}

function evidenceOf(notification: PaymentNotification, test: boolean): Evidence & { kind: 'transaction' } {
  return { kind: 'transaction', source: 'notification', details: notification, test };
}
