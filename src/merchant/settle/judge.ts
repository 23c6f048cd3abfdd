import { type DecimalsOverride, sameAmount } from '../../protocol/gateway/money.ts';
import type { TransactionDetails } from '../../protocol/gateway/transaction.ts';
import { newEvent } from '../events.ts';
import type { NewEvent, SessionRecord, StoredStatus } from '../store/contract.ts';

/** What we learned of a session, from somebody we may believe. An unsigned notification is not among these. */
export type Evidence =
  | {
      kind: 'transaction';
      source: 'notification' | 'status';
      details: TransactionDetails;
      /** Whether the gateway client that brought it works in test mode. */
      test: boolean;
    }
  /** The page can no longer be paid and the gateway, asked after that, does not say it was. */
  | { kind: 'expired'; because: 'age' | 'replaced' }
  /** No page was made, or its address reached nobody. */
  | { kind: 'not_opened'; because: string }
  /** A week without a final answer. */
  | { kind: 'given_up' };

/** What follows for the record. */
export interface Verdict {
  /** The record's new state; `null` leaves it as it is. */
  patch: Partial<SessionRecord> | null;
  /** The order's fulfilment is claimed with the change. */
  claimEffect: boolean;
  events: readonly NewEvent[];
}

const NOTHING: Verdict = { patch: null, claimEffect: false, events: [] };
const OPEN: ReadonlySet<StoredStatus> = new Set<StoredStatus>(['creating', 'open', 'pending']);

/**
 * The one decision on a session's state: `completed` beats every other state, whenever it comes (money wins), and
 * nothing but evidence that matches our own record in every particular makes it (T1–T3, T38).
 *
 * created < open < pending < { failed, expired, unresolved } < completed
 */
export function judge(record: SessionRecord, evidence: Evidence, decimals?: DecimalsOverride): Verdict {
  switch (evidence.kind) {
    case 'transaction':
      return judgeTransaction(record, evidence, decimals);
    case 'expired':
      if (!OPEN.has(record.status)) return NOTHING;
      return become(record, 'expired', { because: evidence.because });
    case 'not_opened':
      if (record.status !== 'creating') return NOTHING;
      return {
        patch: { status: 'expired', redirectUrl: null },
        claimEffect: false,
        events: [newEvent('session_not_opened', { because: evidence.because })],
      };
    case 'given_up':
      if (record.status === 'completed' || record.status === 'unresolved') return NOTHING;
      return {
        // A session the customer was told has failed or expired stays so; the alert is for the merchant.
        patch: OPEN.has(record.status) ? { status: 'unresolved', redirectUrl: null } : null,
        claimEffect: false,
        events: [newEvent('unresolved', { was: record.status, returned: record.returnedAt !== null })],
      };
  }
}

/** Whether the evidence is about this session in every particular. */
export function isAbout(
  record: SessionRecord,
  evidence: Evidence & { kind: 'transaction' },
  decimals?: DecimalsOverride,
): boolean {
  return compare(record, evidence, decimals).length === 0;
}

function judgeTransaction(
  record: SessionRecord,
  evidence: Evidence & { kind: 'transaction' },
  decimals?: DecimalsOverride,
): Verdict {
  const { details, source } = evidence;
  const differences = compare(record, evidence, decimals);
  if (differences.length > 0) {
    return { ...NOTHING, events: [newEvent('mismatch', { source, state: details.state, differences })] };
  }
  const facts = { source, state: details.state, gatewayStatus: details.status };
  switch (details.state) {
    case 'processed': {
      if (record.status === 'completed') return NOTHING;
      const late = !OPEN.has(record.status);
      return {
        patch: { status: 'completed', redirectUrl: null, pspId: details.pspId },
        claimEffect: true,
        events: [
          newEvent('completed', { ...facts, pspId: details.pspId }),
          ...(late ? [newEvent('late_payment', { was: record.status })] : []),
        ],
      };
    }
    case 'declined':
    case 'failed':
    case 'cancelled':
    case 'expired':
      if (record.status === 'completed') return { ...NOTHING, events: [newEvent('conflict', facts)] };
      if (!OPEN.has(record.status)) return NOTHING;
      return become(record, details.state === 'expired' ? 'expired' : 'failed', facts, details.pspId);
    case 'lapsed':
      if (record.status === 'completed') return { ...NOTHING, events: [newEvent('lapsed', facts)] };
      return OPEN.has(record.status) ? become(record, 'expired', facts, details.pspId) : NOTHING;
    case 'pending':
      return judgePending(record, details, facts);
    case 'unknown':
      return { ...NOTHING, events: [newEvent('unknown_status', facts)] };
  }
}

/** Still on its way. Shown as `pending` only once the customer is back from the page: before that it is just open. */
function judgePending(
  record: SessionRecord,
  details: TransactionDetails,
  facts: Record<string, unknown>,
): Verdict {
  if (record.status === 'open' && record.returnedAt !== null) {
    return { patch: { status: 'pending' }, claimEffect: false, events: [newEvent('pending', facts)] };
  }
  if (record.pspId === null && OPEN.has(record.status))
    return { ...NOTHING, patch: { pspId: details.pspId } };
  return NOTHING;
}

function become(
  record: SessionRecord,
  status: 'failed' | 'expired',
  facts: Record<string, unknown>,
  pspId = record.pspId,
): Verdict {
  return {
    patch: { status, redirectUrl: null, pspId },
    claimEffect: false,
    events: [newEvent(status, facts)],
  };
}

/** Every particular in which the evidence is not about our session. All are compared, always: CVE-2026-9189 is one that was not. */
function compare(
  record: SessionRecord,
  { details, test }: Evidence & { kind: 'transaction' },
  decimals?: DecimalsOverride,
): { field: string; expected: unknown; got: unknown }[] {
  const differences: { field: string; expected: unknown; got: unknown }[] = [];
  const check = (field: string, same: boolean, expected: unknown, got: unknown) => {
    if (!same) differences.push({ field, expected, got });
  };
  const isTest = details.isTest ?? test;
  check(
    'amount',
    sameAmount(record.amount, details.amount, record.currency, decimals),
    record.amount,
    details.amount,
  );
  check('currency', record.currency === details.currency, record.currency, details.currency);
  // The create reply may have been lost, and with it the id; the other four still have to agree.
  check('pspId', record.pspId === null || record.pspId === details.pspId, record.pspId, details.pspId);
  check(
    'orderReference',
    record.orderReference === details.orderReference,
    record.orderReference,
    details.orderReference,
  );
  check(
    'uniqueReference',
    record.uniqueReference === details.uniqueReference,
    record.uniqueReference,
    details.uniqueReference,
  );
  check('isTest', record.test === isTest && record.test === test, record.test, isTest);
  return differences;
}
