import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';
import { type Emit, newEvent } from '../observe/events.ts';
import type { Logger } from '../observe/logger.ts';
import { hideToken } from '../shop/hideToken.ts';
import type { PaymentHooks } from '../shop/paymentHooks.ts';
import { NOT_HANDED_ON, sendAgain } from './sendAgain.ts';

export interface OrphanContext {
  readonly hooks: Pick<PaymentHooks, 'onNotification'>;
  readonly emit: Emit;
  readonly log: Logger;
}

/**
 * An authentic notification that belongs to no session of ours, such as one of a direct connect payment or a payout (S185):
 * the merchant's `onNotification` gets it. Without that function it is an alert, once for the same bytes.
 *
 * @throws ProblemError 503 when the function failed: the gateway sends again.
 */
export async function handOnOrphan(
  { hooks, emit, log }: OrphanContext,
  notification: PaymentNotification,
  isRepeated: boolean,
): Promise<void> {
  const { orderReference, pspId, state, cardToken } = notification;
  const names = { orderReference, pspId, state };
  if (hooks.onNotification === undefined) {
    if (!isRepeated) emit([newEvent('orphan_notification', names)], null);
    return;
  }
  try {
    await hooks.onNotification(notification);
  } catch (error) {
    const err = hideToken(error, cardToken);
    log.error({ err, ...names }, 'onNotification failed; the gateway is asked to send again');
    const text = hideToken(String(error), cardToken);
    emit([newEvent('notification_failed', { ...names, error: text })], null);
    throw sendAgain(NOT_HANDED_ON);
  }
  emit([newEvent('notification_handled', names)], null);
}
