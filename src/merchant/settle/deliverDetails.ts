import { newEvent } from '../observe/events.ts';
import type { Logger } from '../observe/logger.ts';
import { addNewEvents, isSameType } from '../record/addNewEvents.ts';
import { changeRecord } from '../record/changeRecord.ts';
import type { RecordContext } from '../record/recordContext.ts';
import { hideToken } from '../shop/hideToken.ts';
import type { PaymentHooks } from '../shop/paymentHooks.ts';
import type { DetailsSource, SessionRecord } from '../store/contract.ts';
import { type KnownDetails, toPayment } from './toPayment.ts';

/** Sooner than for other hooks: the card token comes with the notification alone, and the gateway stops sending some day. */
const ALERT_FROM = 3;

/** What became of a delivery; after a failed one, how many there have been. */
export type Delivered = { delivered: true } | { delivered: false; attempts: number };

/** Gives a paid session's details to the merchant's `onPaymentDetails`. */
export type DeliverDetails = (
  session: SessionRecord,
  details: KnownDetails,
  source: DetailsSource,
) => Promise<Delivered>;

export interface DetailsContext extends Pick<RecordContext, 'store' | 'emit'> {
  readonly hooks: Pick<PaymentHooks, 'onPaymentDetails'>;
  readonly log: Logger;
}

/**
 * The store remembers that the details were delivered, never the details: the card token may lie nowhere. So the queue that
 * survives a crash is the gateway's own redelivery, and whoever calls this acknowledges a notification only afterwards.
 * Needs no lease: two concurrent calls of two processes bring the merchant the same key; of one process, they are one.
 */
export function createDetailsDelivery(context: DetailsContext): DeliverDetails {
  const running = new Map<string, Promise<Delivered>>();

  return (session, details, source) => {
    const name = `${session.id}:${deliveredBy(source, details)}`;
    const known = running.get(name);
    if (known !== undefined) return known;
    const started = deliver(context, session, details, source).finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
}

/** What the record keeps of delivered details: where they came from, and of a notification whether it lacked the card token. */
function deliveredBy(
  source: DetailsSource,
  { cardToken }: Pick<KnownDetails, 'cardToken'>,
): SessionRecord['details'] {
  return source === 'notification' && cardToken === null ? 'notification_without_token' : source;
}

/**
 * A notification has every detail; after it a status answer is no news, nor is a second one after a first, unless it is the
 * first with a card token: nothing else would ever bring that.
 */
export function hasDetails(
  { details: delivered }: SessionRecord,
  source: DetailsSource,
  details: Pick<KnownDetails, 'cardToken'>,
): boolean {
  if (delivered === 'notification' || delivered === source) return true;
  return delivered === 'notification_without_token' && deliveredBy(source, details) !== 'notification';
}

async function deliver(
  context: DetailsContext,
  { id }: SessionRecord,
  details: KnownDetails,
  source: DetailsSource,
): Promise<Delivered> {
  const { onPaymentDetails } = context.hooks;
  if (onPaymentDetails === undefined) return { delivered: true };
  const session = await changeRecord(context, id, (record) =>
    hasDetails(record, source, details) ? null : { patch: { detailsAttempts: record.detailsAttempts + 1 } },
  );
  if (session === null) return { delivered: true };

  const attempt = session.detailsAttempts;
  try {
    await onPaymentDetails(toPayment(session, details, null), attempt);
  } catch (error) {
    const err = hideToken(error, details.cardToken);
    context.log.error({ err, sessionId: id, attempt }, 'onPaymentDetails failed; it will be called again');
    const facts = { source, attempt, error: hideToken(String(error), details.cardToken) };
    await addNewEvents(context, session, [newEvent('details_failed', facts)]);
    if (attempt >= ALERT_FROM) {
      await addNewEvents(context, session, [newEvent('details_failing', facts)], isSameType);
    }
    return { delivered: false, attempts: attempt };
  }
  await changeRecord(context, id, (record) =>
    hasDetails(record, source, details)
      ? null
      : {
          patch: { details: deliveredBy(source, details) },
          events: [newEvent('details_delivered', { source, attempt })],
        },
  );
  return { delivered: true };
}
