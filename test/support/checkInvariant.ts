import type { CheckoutStore, SessionRecord } from '../../src/merchant/store/contract.ts';

/** A transaction as the gateway's own ledger has it. */
export interface LedgerEntry {
  uniqueReference: string;
  orderReference: string;
  pspId: string;
  amount: string;
  currency: string;
  state: string;
}

export interface Checked {
  store: CheckoutStore;
  orders: readonly string[];
  ledger: readonly LedgerEntry[];
  /** What `onPayment` was told, calls repeated after a crash included. */
  hookCalls: readonly { orderReference: string; sessionId: string; idempotencyKey: string }[];
}

/**
 * What must hold after any test, whatever was killed, forged or raced. Answers the sentences that do not.
 *
 * 1. Paid ⇒ the gateway's ledger has a processed payment that matches our record in every particular.
 * 2. One fulfilment an order: one session, one idempotency key, one `fulfilled` event, however often the hook was called.
 * 3. Every processed payment in the ledger is a fulfilment or an `overpaid` alert. None is lost.
 * 4. Status is what the event log says it is.
 */
export async function checkInvariant({ store, orders, ledger, hookCalls }: Checked): Promise<string[]> {
  const broken: string[] = [];
  for (const orderReference of orders) {
    const sessions = (await store.findSessions({ orderReference, test: true })).map(({ value }) => value);
    const effect = await store.getFulfilment(orderReference, true);
    const calls = hookCalls.filter((call) => call.orderReference === orderReference);

    if (new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size > 1)
      broken.push(`${orderReference}: two keys`);
    if (calls.some(({ sessionId }) => sessionId !== effect?.sessionId)) {
      broken.push(`${orderReference}: the hook was told of a session that does not hold the fulfilment`);
    }
    if (effect?.state === 'done' && calls.length === 0)
      broken.push(`${orderReference}: done, and the hook never heard`);
    if (calls.length > 0 && effect?.state !== 'done')
      broken.push(`${orderReference}: hook called, not recorded`);

    let fulfilled = 0;
    for (const session of sessions) {
      const types = (await store.listEvents(session.id)).map(({ type }) => type);
      fulfilled += types.filter((type) => type === 'fulfilled').length;
      const isPaid = session.status === 'completed';
      if (isPaid !== types.includes('completed')) broken.push(`${orderReference}: status and log disagree`);
      if (isPaid && !ledger.some((entry) => matches(session, entry))) {
        broken.push(`${orderReference}: paid without a matching payment in the ledger`);
      }
      const accounted = effect?.sessionId === session.id || types.includes('overpaid');
      if (isPaid && !accounted) broken.push(`${orderReference}: paid, neither fulfilled nor alerted`);
    }
    if (fulfilled > 1) broken.push(`${orderReference}: fulfilled ${fulfilled} times`);
    if (effect?.state === 'done' && fulfilled !== 1)
      broken.push(`${orderReference}: done, with ${fulfilled} events`);

    for (const entry of ledger) {
      if (entry.orderReference !== orderReference || entry.state !== 'processed') continue;
      const session = sessions.find(({ uniqueReference }) => uniqueReference === entry.uniqueReference);
      if (session?.status !== 'completed')
        broken.push(`${orderReference}: a payment was lost (${session?.status})`);
      else if (effect?.state !== 'done') broken.push(`${orderReference}: a payment was never fulfilled`);
    }
  }
  return broken;
}

function matches(session: SessionRecord, entry: LedgerEntry): boolean {
  return (
    entry.state === 'processed' &&
    entry.uniqueReference === session.uniqueReference &&
    entry.orderReference === session.orderReference &&
    entry.pspId === session.pspId &&
    entry.amount === session.amount &&
    entry.currency === session.currency
  );
}
