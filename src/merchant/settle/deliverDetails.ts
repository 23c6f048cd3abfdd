import { newEvent } from '../observe/events.ts';
import type { Parts } from '../parts.ts';
import { changeRecord } from '../record/changeRecord.ts';
import { addNewEvents, isSameType } from '../record/knownEvents.ts';
import { callMerchant } from '../shop/callMerchant.ts';
import { hideToken } from '../shop/hideToken.ts';
import type { DetailsSource, SessionRecord } from '../store/contract.ts';
import { type KnownDetails, toPayment } from './toPayment.ts';

const ALERT_FROM = 3;

/** What became of a delivery; after a failed one, how many there have been. */
export type Delivered = { delivered: true } | { delivered: false; attempts: number };

/** Gives a paid session's details to the merchant's `onPaymentDetails`. */
export type DeliverDetails = (
  session: SessionRecord,
  details: KnownDetails,
  source: DetailsSource,
) => Promise<Delivered>;

/**
 * The store remembers that the details were given, never the details: the card token may lie nowhere. So the queue that
 * survives a crash is the gateway's own redelivery, and whoever calls this acknowledges a notification only afterwards.
 * Needs no lease: two calls at once, of two processes, bring the merchant the same key; of one process, they are one.
 */
export function createDetailsDelivery(parts: Parts): DeliverDetails {
  const running = new Map<string, Promise<Delivered>>();

  return (session, details, source) => {
    const name = `${session.id}:${mark(source, details)}`;
    const known = running.get(name);
    if (known !== undefined) return known;
    const started = deliver(parts, session, details, source).finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
}

/** What the record keeps of details that were given: whose they were, and of a notification whether it lacked the card token. */
function mark(
  source: DetailsSource,
  { cardToken }: Pick<KnownDetails, 'cardToken'>,
): SessionRecord['details'] {
  return source === 'notification' && cardToken === null ? 'notification_without_token' : source;
}

/**
 * A notification says all there is; after it a status answer is no news, nor is a second one after a first, unless it is the
 * first with a card token: nothing else would ever tell of that.
 */
export function hasDetails(
  { details: given }: SessionRecord,
  source: DetailsSource,
  details: Pick<KnownDetails, 'cardToken'>,
): boolean {
  if (given === 'notification' || given === source) return true;
  return given === 'notification_without_token' && mark(source, details) !== 'notification';
}

async function deliver(
  parts: Parts,
  { id }: SessionRecord,
  details: KnownDetails,
  source: DetailsSource,
): Promise<Delivered> {
  const { onPaymentDetails, limits } = parts.settings;
  if (onPaymentDetails === undefined) return { delivered: true };
  const session = await changeRecord(parts, id, (record) =>
    hasDetails(record, source, details) ? null : { patch: { detailsAttempts: record.detailsAttempts + 1 } },
  );
  if (session === null) return { delivered: true };

  const attempt = session.detailsAttempts;
  const payment = toPayment(session, details, null);
  const idempotencyKey = `${payment.orderReference}:details`;
  try {
    const names = { 'checkout.session': id, 'checkout.attempt': attempt };
    await parts.telemetry.task('deliver details', names, () =>
      callMerchant(
        { name: 'onPaymentDetails', limitMs: limits.hookTimeoutMs, limitName: 'limits.hookTimeoutMs' },
        (signal) => onPaymentDetails(payment, { idempotencyKey, attempt, signal }),
      ),
    );
  } catch (error) {
    const err = hideToken(error, details.cardToken);
    parts.log.error({ err, sessionId: id, attempt }, 'onPaymentDetails failed; it will be called again');
    const facts = { source, attempt, error: hideToken(String(error), details.cardToken) };
    await addNewEvents(parts, session, [newEvent('details_failed', facts)]);
    if (attempt >= ALERT_FROM)
      await addNewEvents(parts, session, [newEvent('details_failing', facts)], isSameType);
    return { delivered: false, attempts: attempt };
  }
  await changeRecord(parts, id, (record) =>
    hasDetails(record, source, details)
      ? null
      : {
          patch: { details: mark(source, details) },
          events: [newEvent('details_delivered', { source, attempt })],
        },
  );
  return { delivered: true };
}
