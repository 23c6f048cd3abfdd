import type { CheckoutStore, SessionRecord } from '../../src/merchant/store/contract.ts';
import type { FakeGateway } from '../support/fakeGateway.ts';
import type { Facts, SessionFacts } from './rules.ts';

const PAYABLE_MS = 120_000;

/** What the gateway's ledger says of a session. */
export function readLedger(gateway: FakeGateway, record: SessionRecord | undefined): SessionFacts['ledger'] {
  const fields = gateway.ledger.get(record?.uniqueReference ?? '')?.fields;
  if (fields === undefined) return 'none';
  if (fields.Status === 'PENDING') return 'waiting';
  if (fields.Status === 'Declined') return 'declined';
  return fields.Amount === '49.90' ? 'paid' : 'other';
}

export interface ShopSoFar {
  readonly gateway: FakeGateway;
  readonly store: CheckoutStore;
  /** The sessions that were made, in order. */
  readonly ids: readonly string[];
  /** Those whose page a customer was given. */
  readonly handedOut: ReadonlySet<string>;
  /** The sessions whose `onPayment` was called. */
  readonly calls: readonly string[];
  readonly now: number;
}

/** What the rules ask, of the real handler's store. */
export async function readFacts({ gateway, store, ids, handedOut, calls, now }: ShopSoFar): Promise<Facts> {
  const fulfilment = await store.getFulfilment('A-1', true);
  const sessions = await Promise.all(
    ids.map(async (sessionId): Promise<SessionFacts> => {
      const record = (await store.getSession(sessionId))?.value;
      const events = record === undefined ? [] : await store.listEvents(record.id);
      const ledger = readLedger(gateway, record);
      const isOpen = ledger === 'waiting' || ledger === 'declined';
      return {
        status: record?.status ?? 'none',
        ledger,
        isPayable: handedOut.has(record?.id ?? '') && isOpen && now - (record?.createdAt ?? 0) < PAYABLE_MS,
        calls: calls.filter((id) => id === record?.id).length,
        overpaid: events.some(({ type }) => type === 'overpaid'),
        late: events.some(({ type }) => type === 'late_payment'),
      };
    }),
  );
  return {
    sessions,
    fulfilment: fulfilment && {
      session: ids.indexOf(fulfilment.sessionId),
      done: fulfilment.state === 'done',
    },
  };
}
