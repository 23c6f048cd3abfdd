import type { DecimalsOverride } from '../../protocol/gateway/money.ts';
import type { PartialDetails } from '../../protocol/gateway/transaction.ts';
import { newEvent } from '../observe/events.ts';
import type { Evidence, TransactionEvidence } from '../poll/evidence.ts';
import { differencesOf, missingFields } from '../poll/matchRecord.ts';
import type { NewEvent, SessionRecord, StoredStatus } from '../store/contract.ts';

/** What follows for the record. */
export interface Verdict {
  /** The record's new state; `null` leaves it as it is. */
  patch: Partial<SessionRecord> | null;
  /** The order's fulfilment is claimed with the change. */
  claimFulfilment: boolean;
  events: readonly NewEvent[];
}

/** Changes nothing. */
export const NO_VERDICT: Verdict = { patch: null, claimFulfilment: false, events: [] };
const OPEN: ReadonlySet<StoredStatus> = new Set<StoredStatus>(['creating', 'open', 'pending']);

/**
 * The one decision on a session's state: `completed` beats every other state, whenever it comes (money wins), and
 * nothing but evidence that matches our own record in every field makes it (T1–T3, T38).
 *
 * creating < open < pending < { failed, expired, unresolved } < completed
 */
export function judge(record: SessionRecord, evidence: Evidence, decimals?: DecimalsOverride): Verdict {
  switch (evidence.kind) {
    case 'transaction':
      return judgeTransaction(record, evidence, decimals);
    case 'expired':
      if (!OPEN.has(record.status)) return NO_VERDICT;
      return become(record, 'expired', { because: evidence.because });
    case 'not_opened':
      if (record.status !== 'creating') return NO_VERDICT;
      return {
        patch: { status: 'expired', redirectUrl: null },
        claimFulfilment: false,
        events: [newEvent('session_not_opened', { because: evidence.because })],
      };
    case 'given_up':
      if (record.status === 'completed' || record.status === 'unresolved') return NO_VERDICT;
      return {
        // A session that the customer saw as failed or expired stays so; the alert is for the merchant.
        patch: OPEN.has(record.status) ? { status: 'unresolved', redirectUrl: null } : null,
        claimFulfilment: false,
        events: [newEvent('unresolved', { was: record.status, returned: record.returnedAt !== null })],
      };
  }
}

function judgeTransaction(
  record: SessionRecord,
  evidence: TransactionEvidence,
  decimals?: DecimalsOverride,
): Verdict {
  const { details, source } = evidence;
  const differences = differencesOf(record, evidence, decimals);
  if (differences.length > 0) {
    return { ...NO_VERDICT, events: [newEvent('mismatch', { source, state: details.state, differences })] };
  }
  const facts = { source, state: details.state, gatewayStatus: details.status };
  switch (details.state) {
    case 'processed': {
      if (record.status === 'completed') return NO_VERDICT;
      const fields = missingFields(record, details);
      if (fields.length > 0) return judgeUnconfirmed(record, fields, evidence);
      const late = !OPEN.has(record.status);
      return {
        patch: { status: 'completed', redirectUrl: null, pspId: details.pspId ?? record.pspId },
        claimFulfilment: true,
        events: [
          newEvent('completed', { ...facts, pspId: details.pspId ?? record.pspId }),
          ...(late ? [newEvent('late_payment', { was: record.status })] : []),
        ],
      };
    }
    case 'declined':
    case 'failed':
    case 'cancelled':
    case 'expired':
      if (record.status === 'completed')
        return {
          ...NO_VERDICT,
          events: [newEvent(isLapsed(record, evidence) ? 'lapsed' : 'conflict', facts)],
        };
      if (!OPEN.has(record.status)) return NO_VERDICT;
      return become(
        record,
        details.state === 'expired' ? 'expired' : 'failed',
        facts,
        details.pspId ?? record.pspId,
      );
    case 'lapsed':
      if (record.status === 'completed') return { ...NO_VERDICT, events: [newEvent('lapsed', facts)] };
      return OPEN.has(record.status)
        ? become(record, 'expired', facts, details.pspId ?? record.pspId)
        : NO_VERDICT;
    case 'pending':
      return judgePending(record, details, facts);
    case 'unknown':
      return { ...NO_VERDICT, events: [newEvent('unknown_status', facts)] };
  }
}

/**
 * Some gateways have one status for a page and for an authorisation that ran out. In the answer about a paid authorisation it
 * can only mean the authorisation; a notification may mean the page, and be late.
 */
function isLapsed({ transactionType }: SessionRecord, { source, details }: TransactionEvidence): boolean {
  return transactionType === 'AUTH' && source === 'status' && details.state === 'expired';
}

/**
 * The gateway says "paid" and does not say which sum: the customer waits, and the notification settles it. When none comes,
 * it is an alert.
 */
function judgeUnconfirmed(
  record: SessionRecord,
  fields: readonly string[],
  { source, overdue = false }: TransactionEvidence,
): Verdict {
  const wasBack = record.status === 'open' && record.returnedAt !== null;
  return {
    patch: wasBack ? { status: 'pending' } : null,
    claimFulfilment: false,
    events: [newEvent(overdue ? 'payment_unconfirmed' : 'status_incomplete', { source, fields })],
  };
}

/** Still under way. Shown as `pending` only once the customer is back from the page: before that it is just open. */
function judgePending(
  record: SessionRecord,
  details: PartialDetails,
  facts: Record<string, unknown>,
): Verdict {
  if (record.status === 'open' && record.returnedAt !== null) {
    return { patch: { status: 'pending' }, claimFulfilment: false, events: [newEvent('pending', facts)] };
  }
  if (record.pspId === null && details.pspId !== null && OPEN.has(record.status))
    return { ...NO_VERDICT, patch: { pspId: details.pspId } };
  return NO_VERDICT;
}

function become(
  record: SessionRecord,
  status: 'failed' | 'expired',
  facts: Record<string, unknown>,
  pspId = record.pspId,
): Verdict {
  return {
    patch: { status, redirectUrl: null, pspId },
    claimFulfilment: false,
    events: [newEvent(status, facts)],
  };
}
