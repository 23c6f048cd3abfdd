import { newEvent } from '../observe/events.ts';
import type { Logger } from '../observe/logger.ts';
import { addNewEvents, isSameType } from '../record/addNewEvents.ts';
import type { RecordContext } from '../record/recordContext.ts';
import { hideToken } from '../shop/hideToken.ts';
import type { PaymentHooks } from '../shop/paymentHooks.ts';
import type { SessionRecord } from '../store/contract.ts';
import { checkPrice, type PriceContext } from './checkPrice.ts';
import { ALERT_FROM_ATTEMPT, nextHookCallAt } from './schedule.ts';
import { type KnownDetails, toPayment } from './toPayment.ts';
import { checkNotifiedToken } from './undeliveredToken.ts';

export interface FulfilContext extends RecordContext, PriceContext {
  readonly hooks: PaymentHooks;
  readonly log: Logger;
}

/**
 * Calls the merchant's `onPayment`, or `onLatePayment` for an order that had been released, for a paid session that holds its
 * order's fulfilment, where it is still to do. Run it under the session's lease. Between the call and the record of its success nothing can make sure, hence "at least once":
 * the idempotency key is the same each time (F41, F45).
 *
 * @param pollDetails what the gateway says of the payment. Called once, only when there is a hook to call; nothing waits for
 *   an answer that does not come, since goods paid for are worth more than a card on file.
 * @returns when to try again, or `null` when nothing is left to do.
 */
export async function fulfil(
  context: FulfilContext,
  session: SessionRecord,
  pollDetails: () => Promise<KnownDetails | undefined>,
): Promise<number | null> {
  const { store, clock, emit, hooks, log } = context;
  const fulfilment = await store.startFulfilment(session.orderReference);
  if (fulfilment === null) return null;
  const { attempts } = fulfilment;
  const isLate = fulfilment.late !== undefined;
  const { name, call } = hookFor(hooks, isLate);
  if (isLate && hooks.onLatePayment === undefined) {
    // Unless the session itself had ended before, which raises the same.
    await addNewEvents(context, session, [newEvent('late_payment', { was: 'released' })], isSameType);
  }
  const price = await checkPrice(context, session, attempts);
  if (price.kind === 'retry') {
    await addNewEvents(context, session, [failed(attempts, price.error, 'resolveOrder')]);
  }
  if (price.kind !== 'go') return nextHookCallAt(attempts, await clock());

  let withCardToken = false;
  if (call !== undefined) {
    const details = await pollDetails();
    withCardToken = details !== undefined && details.cardToken !== null;
    try {
      const payment = toPayment(session, details, price.expected);
      await call(isLate ? { ...payment, late: true } : payment, attempts);
    } catch (error) {
      const err = hideToken(error, details?.cardToken);
      log.error({ err, sessionId: session.id, attempt: attempts }, `${name} failed; it will be called again`);
      const text = hideToken(String(error), details?.cardToken);
      await addNewEvents(context, session, [failed(attempts, text, name)]);
      if (attempts >= ALERT_FROM_ATTEMPT) {
        const alert = newEvent('fulfilment_failing', { attempts, error: text, ...otherCall(name) });
        await addNewEvents(context, session, [alert], isSameType);
      }
      return nextHookCallAt(attempts, await clock());
    }
  }
  const events = [
    newEvent('fulfilled', {
      attempt: attempts,
      withCardToken,
      ...(isLate ? { late: true } : {}),
      ...otherCall(name),
    }),
  ];
  await store.completeFulfilment(session.orderReference, events);
  emit(events, session);
  if (!withCardToken) await checkNotifiedToken(context, session);
  return null;
}

/** The hook that a payment is told by: an order gets one of the two. */
function hookFor(
  { onPayment, onLatePayment }: PaymentHooks,
  isLate: boolean,
): { name: string; call: PaymentHooks['onPayment'] } {
  return isLate && onLatePayment !== undefined
    ? { name: 'onLatePayment', call: onLatePayment }
    : { name: 'onPayment', call: onPayment };
}

/** An event names the hook that was called; without a name it is `onPayment`. */
const otherCall = (name: string) => (name === 'onPayment' ? {} : { call: name });

/** Each attempt that failed is on record: the back office shows the last error. */
const failed = (attempt: number, error: unknown, call: string) =>
  newEvent('fulfilment_failed', { call, attempt, error });
