import { newEvent } from '../observe/events.ts';
import type { Payment } from '../options.ts';
import type { Parts } from '../parts.ts';
import { addNewEvents, isSameType } from '../record/knownEvents.ts';
import { callMerchant } from '../shop/callMerchant.ts';
import { hideToken } from '../shop/hideToken.ts';
import type { SessionRecord } from '../store/contract.ts';
import { checkPrice } from './checkPrice.ts';
import { nextHookCall } from './schedule.ts';
import { type KnownDetails, toPayment } from './toPayment.ts';
import { checkNotifiedToken } from './undeliveredToken.ts';

const ALERT_FROM = 10;

/**
 * Calls the merchant's `onPayment` for a paid session whose fulfilment is this session's and still to do. Run it under the
 * session's lease. Between the call and the record of its success lies no way to be sure, hence "at least once": the
 * idempotency key is the same each time (F41, F45).
 *
 * @param askDetails what the gateway says of the payment. Called once, only when there is a hook to tell; nothing waits for an
 *   answer that does not come, since goods paid for are worth more than a card on file.
 * @returns when to try again, or `null` when nothing is left to do.
 */
export async function fulfil(
  parts: Parts,
  session: SessionRecord,
  askDetails: () => Promise<KnownDetails | undefined>,
): Promise<number | null> {
  const { store, settings } = parts;
  const effect = await store.startFulfilment(session.orderReference);
  if (effect === null) return null;
  const { attempts } = effect;
  const price = await checkPrice(parts, session, attempts);
  if (price.kind !== 'go') return nextHookCall(attempts, await parts.clock());

  let withCardToken = false;
  if (settings.onPayment !== undefined) {
    const details = await askDetails();
    withCardToken = details !== undefined && details.cardToken !== null;
    try {
      const names = { 'checkout.session': session.id, 'checkout.attempt': attempts };
      await parts.telemetry.task('fulfil', names, () =>
        callOnPayment(parts, toPayment(session, details, price.expected), attempts),
      );
    } catch (error) {
      const err = hideToken(error, details?.cardToken);
      parts.log.error(
        { err, sessionId: session.id, attempt: attempts },
        'onPayment failed; it will be called again',
      );
      if (attempts >= ALERT_FROM) {
        const text = hideToken(String(error), details?.cardToken);
        const alert = newEvent('fulfilment_failing', { attempts, error: text });
        await addNewEvents(parts, session, [alert], isSameType);
      }
      return nextHookCall(attempts, await parts.clock());
    }
  }
  const events = [newEvent('fulfilled', { attempt: attempts, withCardToken })];
  await store.completeFulfilment(session.orderReference, events);
  parts.emit(events, session);
  if (!withCardToken) await checkNotifiedToken(parts, session);
  return null;
}

async function callOnPayment({ settings }: Parts, payment: Payment, attempt: number): Promise<void> {
  const { onPayment, limits } = settings;
  const idempotencyKey = `${payment.orderReference}:payment`;
  await callMerchant(
    { name: 'onPayment', limitMs: limits.hookTimeoutMs, limitName: 'limits.hookTimeoutMs' },
    (signal) => onPayment?.(payment, { idempotencyKey, attempt, signal }),
  );
}
