import { callMerchant } from '../callMerchant.ts';
import { newEvent } from '../events.ts';
import type { Payment } from '../options.ts';
import type { Parts } from '../parts.ts';
import type { SessionRecord } from '../store/contract.ts';
import { nextHookCall } from './schedule.ts';

const ALERT_FROM = 10;
/** How many calls wait for a gateway that cannot tell us the card token. */
const WAIT_FOR_TOKEN = 5;

/**
 * Calls the merchant's `onPayment` for a paid session, if its fulfilment is this session's and still to do. Run it under
 * the session's lease. Between the call and the record of its success lies no way to be sure, hence "at least once": the
 * idempotency key is the same each time (F41, F45).
 *
 * @param cardToken from the evidence in hand; `undefined` when a crash or another process came in between, and the
 *   gateway is asked again. The token is in no store that it could be read from.
 * @returns when to try again, or `null` when nothing is left to do.
 */
export async function fulfil(
  parts: Parts,
  session: SessionRecord,
  cardToken: string | null | undefined,
): Promise<number | null> {
  const { store, settings } = parts;
  const known = await store.getEffect(session.orderReference);
  if (known === null || known.state === 'done' || known.sessionId !== session.id) return null;

  const effect = await store.startEffect(session.orderReference);
  if (effect === null) return null;
  const events = [newEvent('fulfilled', { attempt: effect.attempts })];
  try {
    if (settings.onPayment !== undefined) {
      const token = cardToken === undefined ? await askForToken(parts, session, effect.attempts) : cardToken;
      const names = { 'checkout.session': session.id, 'checkout.attempt': effect.attempts };
      await parts.telemetry.task('fulfil', names, () =>
        callHook(parts, toPayment(session, token), effect.attempts),
      );
    }
  } catch (error) {
    parts.log.error(
      { err: error, sessionId: session.id, attempt: effect.attempts },
      'onPayment failed; it will be called again',
    );
    if (effect.attempts === ALERT_FROM) {
      const alert = [newEvent('fulfilment_failing', { attempts: effect.attempts, error: String(error) })];
      await store.addEvents(session.id, alert);
      parts.emit(alert, session);
    }
    return nextHookCall(effect.attempts, await parts.clock());
  }
  await store.completeEffect(session.orderReference, events);
  parts.emit(events, session);
  return null;
}

async function callHook({ settings }: Parts, payment: Payment, attempt: number): Promise<void> {
  const idempotencyKey = `${payment.orderReference}:payment`;
  await callMerchant(
    { name: 'onPayment', limitMs: settings.limits.hookMs, limitName: 'limits.hookMs' },
    (signal) => settings.onPayment?.(payment, { idempotencyKey, attempt, signal }),
  );
}

async function askForToken(parts: Parts, session: SessionRecord, attempt: number): Promise<string | null> {
  const { orderReference, uniqueReference, pspId } = session;
  try {
    const details = await parts.gateway.transactions.retrieve(
      { orderReference, uniqueReference, ...(pspId === null ? {} : { pspId }) },
      { timeoutMs: parts.settings.limits.retrieveMs },
    );
    return details.cardToken;
  } catch (error) {
    if (attempt < WAIT_FOR_TOKEN) throw error;
    // Goods paid for are worth more than a card on file.
    const alert = [newEvent('card_token_missing', { attempt })];
    await parts.store.addEvents(session.id, alert);
    parts.emit(alert, session);
    return null;
  }
}

function toPayment(session: SessionRecord, cardToken: string | null): Payment {
  const { orderReference, amount, currency, pspId, uniqueReference, transactionType, test, correlationId } =
    session;
  return {
    orderReference,
    sessionId: session.id,
    amount,
    currency,
    // Set with the change that made the session `completed`.
    pspId: pspId ?? '',
    uniqueReference,
    transactionType,
    test,
    correlationId,
    cardToken,
  };
}
