import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import { newEvent } from '../observe/events.ts';
import type { Parts } from '../parts.ts';
import { callMerchant } from '../shop/callMerchant.ts';
import { hideToken } from '../shop/hideToken.ts';

const AGAIN_MS = 30_000;

/**
 * An authentic notification that belongs to no session of ours, such as one of a direct connect payment or a payout (S185):
 * the merchant's `onNotification` gets it. Without that function it is an alert, once for the same bytes.
 *
 * @throws ProblemError 503 when the function failed: the gateway sends again.
 */
export async function handOnOrphan(
  parts: Parts,
  notification: PaymentNotification,
  isRepeated: boolean,
): Promise<void> {
  const { onNotification, limits } = parts.settings;
  const { orderReference, pspId, state, status, cardToken } = notification;
  const names = { orderReference, pspId, state };
  if (onNotification === undefined) {
    if (!isRepeated) parts.emit([newEvent('orphan_notification', names)], null);
    return;
  }
  try {
    await parts.telemetry.task('hand on a notification', {}, () =>
      callMerchant(
        { name: 'onNotification', limitMs: limits.hookTimeoutMs, limitName: 'limits.hookTimeoutMs' },
        (signal) => onNotification(notification, { idempotencyKey: `${pspId}:${status}`, signal }),
      ),
    );
  } catch (error) {
    parts.log.error(
      { err: hideToken(error, cardToken), ...names },
      'onNotification failed; the gateway is asked to send again',
    );
    const text = hideToken(String(error), cardToken);
    parts.emit([newEvent('notification_failed', { ...names, error: text })], null);
    throw new ProblemError('notification_not_handled', {
      detail: 'The notification was stored, and could not be handed on. Send it again.',
      retryAfterMs: AGAIN_MS,
    });
  }
  parts.emit([newEvent('notification_handled', names)], null);
}
