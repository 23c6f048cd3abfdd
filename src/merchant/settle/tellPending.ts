import { newEvent } from '../observe/events.ts';
import type { Logger } from '../observe/logger.ts';
import type { PendingOrder } from '../options.ts';
import type { GatewayState } from '../poll/gatewayState.ts';
import { addNewEvents, isSameType } from '../record/addNewEvents.ts';
import { changeRecord } from '../record/changeRecord.ts';
import type { RecordContext } from '../record/recordContext.ts';
import { hideToken } from '../shop/hideToken.ts';
import type { PaymentHooks } from '../shop/paymentHooks.ts';
import type { SessionRecord } from '../store/contract.ts';
import { ALERT_FROM_ATTEMPT, nextHookCallAt } from './schedule.ts';

/**
 * Calls the merchant's `onPending` once the customer has finished on the page and the gateway says "pending". Run it under the
 * session's lease, with the gateway's answer: a call that was lost in a crash is made after the next one.
 *
 * @returns when to try again, or `null` when nothing is left to do.
 */
export type TellPending = (session: SessionRecord, state: GatewayState) => Promise<number | null>;

export interface TellPendingContext extends RecordContext {
  readonly hooks: Pick<PaymentHooks, 'onPending'>;
  readonly log: Logger;
}

export function createTellPending(context: TellPendingContext): TellPending {
  const { clock, hooks, log } = context;
  const { onPending } = hooks;
  return async (session, state) => {
    if (onPending === undefined || state !== 'pending' || !isOwed(session)) return null;
    const started = await changeRecord(context, session.id, (record) =>
      isOwed(record) ? { patch: { pendingAttempts: record.pendingAttempts + 1 } } : null,
    );
    if (started === null) return null;
    const attempt = started.pendingAttempts;
    try {
      await onPending(toPendingOrder(started), attempt);
    } catch (error) {
      const err = hideToken(error, null);
      log.error({ err, sessionId: session.id, attempt }, 'onPending failed; it will be called again');
      const text = hideToken(String(error), null);
      await addNewEvents(context, session, [newEvent('pending_failed', { attempt, error: text })]);
      if (attempt >= ALERT_FROM_ATTEMPT) {
        const alert = newEvent('pending_failing', { attempt, error: text });
        await addNewEvents(context, session, [alert], isSameType);
      }
      return nextHookCallAt(attempt, await clock());
    }
    const now = await clock();
    await changeRecord(context, session.id, (record) =>
      record.pendingToldAt === null
        ? { patch: { pendingToldAt: now }, events: [newEvent('pending_told', { attempt })] }
        : null,
    );
    return null;
  };
}

/** By the return address that only the page knows: anybody else's return says nothing of the customer (T61). */
function isOwed({ status, sentBackAt, pendingToldAt }: SessionRecord): boolean {
  return status === 'pending' && sentBackAt !== null && pendingToldAt === null;
}

function toPendingOrder(session: SessionRecord): PendingOrder {
  const { orderReference, amount, currency, pspId, uniqueReference, test, correlationId } = session;
  return {
    orderReference,
    sessionId: session.id,
    amount,
    currency,
    pspId,
    uniqueReference,
    test,
    correlationId,
    since: new Date(session.sentBackAt ?? session.createdAt),
  };
}
